import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { ADMIN, WholeServer } from '../../support/whole-server';

const CHECK = path.resolve(__dirname, '../../../dist/apps/api/src/ledger-check-main.js');

describe('the ledger', () => {
  let server: WholeServer;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      WholeServer.start({ CUSTOM_TOOL_DIR: '', CONTAINER_STOCK: '0' }),
      launchBrowser(),
    ]);
    await server.admin();
    watched = await WatchedPage.open(browser, `${server.url}/login`, { locale: 'en' });
    ({ page } = watched);
    page.setDefaultTimeout(15_000);
    await page.locator('input[name=email]').fill(ADMIN.email);
    await page.locator('input[name=password]').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  /** Past the triggers, as somebody with the rights of the table's owner would. */
  const tamper = (sql: string) =>
    server.opened.database.inTransaction(async () => {
      const { database } = server.opened;
      await database.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
      await database.query(sql);
      await database.query('ALTER TABLE ledger_entries ENABLE TRIGGER USER');
    });

  async function check(): Promise<{ code: number | null; text: string }> {
    const env = { PATH: process.env.PATH, DATABASE_URL: server.opened.url };
    const child = spawn(process.execPath, [CHECK], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text };
  }

  it('shows an act while it happens, and everything that is known of it', async () => {
    await page.goto(`${server.url}/admin/ledger`);
    await button('auth.login').first().waitFor();
    const admin = await server.admin();
    await admin.post('/api/admin/groups', { name: 'Night shift' });
    await button('group.create').click();
    const panel = page.getByRole('dialog');
    await panel.getByText('"Night shift"').waitFor();
    await panel.getByText('Hash before').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('filters by what stands in the address', async () => {
    await page.getByPlaceholder('Action').fill('group.');
    await page.waitForURL((url) => url.searchParams.get('action') === 'group.');
    await button('auth.login').first().waitFor({ state: 'detached' });
    await page.reload();
    await button('group.create').waitFor();
    expect(await button('auth.login').count()).toBe(0);
    await button('Clear filters').click();
    await button('auth.login').first().waitFor();
  });

  it('finds on the page and on the command line what somebody changed', async () => {
    await button('Check the chain').click();
    await page.getByText('Nothing was changed:').waitFor();
    expect(await check()).toMatchObject({
      code: 0,
      text: expect.stringContaining('Nothing was changed.') as string,
    });
    await tamper("UPDATE ledger_entries SET outcome = 'denied' WHERE seq = 1");
    await button('Check again').click();
    await page.getByText('Row 1 was edited.').waitFor();
    expect(await check()).toMatchObject({
      code: 1,
      text: expect.stringContaining('Row 1: was edited.') as string,
    });
    await button('Close').last().click();
    expect(watched.faults).toEqual([]);
  });
});
