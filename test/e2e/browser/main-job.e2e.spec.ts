import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { ServerProcess } from '../../support/server-process';
import { createTestDatabase } from '../../support/test-database';
import { UpstreamProcess } from '../../support/upstream-process';
import { textOf, Visitor } from '../../support/visitor';

const ADMIN = { name: 'Ada', email: 'ada@example.org', password: 'a long first password' };
const COLLEAGUE = { email: 'bob@example.org', password: 'a long second password' };

/** What a newcomer does: set-up link, model, question, tool call, streamed answer; and what a colleague sees. */
describe('the main job in a browser', () => {
  let upstream: UpstreamProcess;
  let server: ServerProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let browser: Browser;
  let admin: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-browser-'));
    [upstream, database, browser] = await Promise.all([
      UpstreamProcess.start(),
      createTestDatabase(),
      launchBrowser(),
    ]);
    server = await ServerProcess.start({
      ...(process.env.TOOL_IMAGE && { TOOL_IMAGE: process.env.TOOL_IMAGE }),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    });
    admin = await WatchedPage.open(browser, `${server.url}${server.setupLink ?? ''}`, {
      locale: 'zh-CN',
    });
    ({ page } = admin);
    page.setDefaultTimeout(15_000);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await upstream?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const box = (on: Page) => on.locator('#page textarea').last();

  const ask = async (on: Page, text: string): Promise<void> => {
    await box(on).fill(text);
    await box(on).press('Enter');
  };

  /** Text of the newest answer, as it stands on the page. */
  const answerOn = async (on: Page): Promise<string> =>
    (await on.locator('#page .md').last().textContent()) ?? '';

  const shows = (on: Page, text: RegExp, timeout = 15_000): Promise<void> =>
    on.locator('#page').filter({ hasText: text }).waitFor({ timeout });

  it('creates the first administrator by the set-up link from the console', async () => {
    await page.locator('input[name=name]').fill(ADMIN.name);
    await page.locator('input[name=email]').fill(ADMIN.email);
    await page.locator('input[name=password]').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    expect(page.url()).not.toContain('#');
  });

  it('calls a tool by hand before any model is connected (A-025)', async () => {
    await ask(page, '/calc {"a":1,"op":"+","b":2}');
    await page.getByText('[calc] 结果: 3').first().waitFor();
  });

  it('connects a model, allowing this machine’s address on the way', async () => {
    await page.goto(`${server.url}/admin/models/new`);
    await page.getByLabel('名称').fill('Scripted');
    await page.getByLabel('地址').first().fill(upstream.url);
    await page.getByRole('button', { name: '测试连接' }).click();
    await page.getByRole('button', { name: /允许/ }).click();
    await page.getByRole('checkbox', { name: 'scripted', exact: true }).check();
    await page.getByRole('button', { name: '添加', exact: true }).last().click();
    await page.waitForURL((url) => url.pathname === '/admin/models');
    await page.getByText('Scripted').first().waitFor();
  });

  it('lets the model call calc, shows the card and streams the answer', async () => {
    await page.goto(server.url);
    await ask(page, 'call calc {"a":6,"op":"/","b":4}');
    await page.getByText('[calc] 结果: 1.5').first().waitFor();
    await shows(page, /"return_code":0/);
  });

  it('shows the timeline of what really ran (C-031)', async () => {
    await page
      .getByRole('button', { name: /时间线/ })
      .first()
      .click();
    const timeline = page.locator('aside').last();
    await timeline.getByText('calc').first().waitFor();
    await timeline.getByText('[calc] 结果: 1.5').first().waitFor();
  });

  it('loses nothing when the page is reloaded in the middle of an answer (fault 20)', async () => {
    await page.goto(server.url);
    await ask(page, 'say 150 words slowly');
    await page.waitForURL(/\/c\//);
    await shows(page, /word12/);
    await page.reload();
    await shows(page, /word150/, 30_000);
    const visitor = new Visitor(server.url);
    await visitor.signIn(ADMIN.email, ADMIN.password);
    const id = page.url().split('/').at(-1) ?? '';
    const { items } = await visitor.get<{ items: Parameters<typeof textOf>[0] }>(
      `/api/conversations/${id}/events`,
    );
    await page.waitForTimeout(300);
    expect((await answerOn(page)).trim()).toBe(textOf(items).trim());
  });

  it('stops an answer and offers to go on (fault 22)', async () => {
    await page.goto(server.url);
    await ask(page, 'say 2000 words slowly');
    await shows(page, /word9/);
    await page.getByRole('button', { name: '停止' }).first().click();
    await page.getByRole('button', { name: '继续' }).first().waitFor();
    const requests = await upstream.listRequests();
    expect(requests.at(-1)?.abortedAtMs).not.toBeNull();
  });

  it('tells what a provider did wrong, in words, and offers to try again', async () => {
    await page.goto(server.url);
    await ask(page, 'fail 500');
    await page.getByRole('button', { name: '重试' }).first().waitFor();
  });

  it('shows a colleague no custom tool and answers a call as if there were none (A-023, A-024)', async () => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(ADMIN.email, ADMIN.password);
    const { link } = await visitor.post<{ link: string }>('/api/admin/users', {
      email: COLLEAGUE.email,
      name: 'Bob',
      role: 'user',
    });
    const bob = await WatchedPage.open(browser, `${server.url}${link}`, { locale: 'zh-CN' });
    await bob.page.locator('input[name=password]').fill(COLLEAGUE.password);
    await bob.page.keyboard.press('Enter');
    await bob.page.waitForURL((url) => url.pathname === '/');
    await box(bob.page).fill('/');
    await bob.page.waitForTimeout(500);
    expect(await bob.page.locator('#page').textContent()).not.toContain('text_len');
    await bob.page.goto(`${server.url}/admin/custom-tools`);
    await bob.page.waitForTimeout(500);
    expect(await bob.page.locator('body').textContent()).not.toContain('text_len');
    await bob.page.goto(server.url);
    await upstream.script({
      steps: [{ call: { name: 'calc', arguments: { a: 6, op: '/', b: 4 } } }],
    });
    await ask(bob.page, 'what is 6 / 4');
    await bob.page.getByText('未找到自定义工具: calc').first().waitFor();
    expect(bob.faults).toEqual([]);
    await bob.close();
  });

  it('neither fails inside nor asks any other site for anything (S-23)', () => {
    expect(admin.faults).toEqual([]);
    expect(admin.foreignRequests).toEqual([]);
  });
});
