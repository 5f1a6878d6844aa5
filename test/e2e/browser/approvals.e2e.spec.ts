import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { PolicyView } from '@/contract/policy';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { connectModel } from '../../support/configured-model';
import { ServerProcess } from '../../support/server-process';
import { createTestDatabase } from '../../support/test-database';
import { UpstreamProcess } from '../../support/upstream-process';
import { Visitor } from '../../support/visitor';
import { ADMIN } from '../../support/whole-server';

const SECOND = { email: 'second@example.org', password: 'another long password' };

/** A port that is free now, so that a page finds the server again after a restart. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('the approval card', () => {
  let upstream: UpstreamProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let environment: Record<string, string>;
  let server: ServerProcess;
  let browser: Browser;
  let admin: Visitor;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-card-'));
    [upstream, database, browser] = await Promise.all([
      UpstreamProcess.start(),
      createTestDatabase(),
      launchBrowser(),
    ]);
    environment = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '1',
      APPROVAL_TIMEOUT: '600',
    };
    server = await ServerProcess.start(environment);
    admin = new Visitor(server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    await connectModel(admin, upstream.url);
    // Says nothing about danger, so it asks.
    await admin.post('/api/admin/custom-tools', {
      id: 'send_note',
      description: 'Sends a note.',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      execution_code: 'print("sent " + {text})\n',
    });
  });

  afterAll(async () => {
    await browser?.close();
    admin?.leave();
    await server?.stop();
    await upstream?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const enter = async ({ email, password }: { email: string; password: string }): Promise<Page> => {
    const watched = await WatchedPage.open(browser, `${server.url}/login`, { locale: 'en' });
    opened.push(watched);
    const { page } = watched;
    page.setDefaultTimeout(15_000);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    return page;
  };
  /** A second tab of the same person. */
  const secondTab = async (page: Page): Promise<Page> => {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(15_000);
    await tab.goto(page.url());
    return tab;
  };
  const cardIn = (page: Page) => page.getByRole('region', { name: 'May send_note run?' });
  const buttonIn = (page: Page, name: string) =>
    cardIn(page).getByRole('button', { name, exact: true });
  const ask = async (page: Page, text: string) => {
    await page.goto(`${server.url}/`);
    await page.getByRole('textbox', { name: 'Message' }).fill(`call send_note {"text":"${text}"}`);
    await page.keyboard.press('Enter');
    await cardIn(page).waitFor();
  };
  const afterGuard = (page: Page) => page.waitForTimeout(600);
  const answerOf = (page: Page) => page.getByText('The result is:').first();

  it('denies in one tab while another is open, and both show it', async () => {
    const page = await enter(ADMIN);
    await ask(page, 'one');
    const other = await secondTab(page);
    await cardIn(other).waitFor();
    await afterGuard(page);
    await cardIn(page).getByLabel('Say why').fill('Not to everybody.');
    await buttonIn(page, 'Deny').click();
    for (const tab of [page, other]) {
      await cardIn(tab).waitFor({ state: 'detached' });
      await tab.getByText('Denied', { exact: true }).first().waitFor();
      await tab.getByText('The user says: Not to everybody.').first().waitFor();
    }
    await page.context().close();
  });

  it('stands with the focus on Deny, and Enter never allows (C-016, C-017)', async () => {
    const page = await enter(ADMIN);
    await ask(page, 'two');
    await page.locator('button:focus', { hasText: 'Deny' }).waitFor();
    // A fresh card ignores it, one that was read takes it for the no it stands on.
    await page.keyboard.press('Enter');
    await afterGuard(page);
    expect(await page.getByText('sent two').count()).toBe(0);
    if (await cardIn(page).isVisible()) await buttonIn(page, 'Deny').click();
    await cardIn(page).waitFor({ state: 'detached' });
    await ask(page, 'again');
    await afterGuard(page);
    await buttonIn(page, 'Allow once').focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    expect(await cardIn(page).isVisible()).toBe(true);
    await page.keyboard.press('Space');
    await cardIn(page).waitFor({ state: 'detached' });
    expect(await answerOf(page).textContent()).toContain('sent again');
    await page.context().close();
  });

  it('is there again after a reload, and in the inbox; edited arguments are what runs', async () => {
    const page = await enter(ADMIN);
    await ask(page, 'three');
    await page.reload();
    await cardIn(page).waitFor();
    await page.getByRole('link', { name: 'Approvals' }).click();
    await cardIn(page).waitFor();
    await afterGuard(page);
    await buttonIn(page, 'Edit arguments').click();
    await cardIn(page).getByRole('textbox', { name: 'Edit arguments' }).fill('{"text":"3"}');
    await buttonIn(page, 'Allow as edited').click();
    await page.getByText('Nothing waits for you').waitFor();
    await page
      .getByText(/Allowed by/)
      .first()
      .waitFor();
    await page.goBack();
    expect(await answerOf(page).textContent()).toContain('sent 3');
    await page.getByText('Ran with edited arguments').waitFor();
    await page.context().close();
  });

  it('survives a restart of the server in an open page (S-45)', async () => {
    const page = await enter(ADMIN);
    await ask(page, 'four');
    await server.stop();
    server = await ServerProcess.start(environment);
    admin.leave();
    await page.getByText('Connection lost, reconnecting…').waitFor({ state: 'hidden' });
    await afterGuard(page);
    await buttonIn(page, 'Allow once').click();
    await cardIn(page).waitFor({ state: 'detached' });
    expect(await answerOf(page).textContent()).toContain('sent four');
    await page.reload();
    expect(await answerOf(page).textContent()).toContain('sent four');
    await page.context().close();
  });

  it('asks a second person where the policy wants one (C-020)', async () => {
    const { link } = await admin.post<{ link: string }>('/api/admin/users', {
      email: SECOND.email,
      name: 'Second',
      role: 'user',
    });
    const guest = new Visitor(server.url);
    const { password } = SECOND;
    const accept = { token: link.split('#')[1], name: 'Second', password };
    await guest.post('/api/auth/invitations/accept', accept);
    const { id } = await guest.get<{ id: string }>('/api/auth/me');
    const group = await admin.post<{ id: string }>('/api/admin/groups', { name: 'Four eyes' });
    await admin.request('PUT', `/api/admin/groups/${group.id}/members`, { userIds: [id] });
    const { version: baseVersion, document } = await admin.get<PolicyView>('/api/admin/policy');
    const rule = {
      id,
      scope: { type: 'everyone' },
      target: { type: 'tool', tool: 'send_note' },
      effect: 'ask',
      conditions: [],
      expiresAt: null,
      approverGroupId: group.id,
      note: 'Notes leave the house.',
    };
    const body = { document: { ...document, rules: [rule] }, baseVersion, note: '' };
    await admin.request('PUT', '/api/admin/policy', body);

    const page = await enter(ADMIN);
    const second = await enter(SECOND);
    await ask(page, 'five');
    await page.getByText('Somebody else of “Four eyes” must answer this.').waitFor();
    expect(await buttonIn(page, 'Allow once').count()).toBe(0);
    await second.getByRole('link', { name: /Approvals\s*1/ }).click();
    await second.getByText('Notes leave the house.').waitFor();
    await afterGuard(second);
    await buttonIn(second, 'Allow once').click();
    await cardIn(page).waitFor({ state: 'detached' });
    expect(await answerOf(page).textContent()).toContain('sent five');
    await page.getByText('Allowed by Second').waitFor();
  });

  it('made no page fail', () => {
    expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
  });
});
