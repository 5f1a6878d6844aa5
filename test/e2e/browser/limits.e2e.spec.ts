import type { Browser, Page } from 'playwright-core';
import type { Limit } from '@/contract/usage';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { ADMIN, WholeServer } from '../../support/whole-server';

describe('setting limits', () => {
  let server: WholeServer;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      WholeServer.start({ CUSTOM_TOOL_DIR: '', CONTAINER_STOCK: '0' }),
      launchBrowser(),
    ]);
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
  const saveLimits = () => page.locator('form', { has: button('Add a limit') }).getByText('Save');
  const stored = async () =>
    (await (await server.admin()).get<{ items: Limit[] }>('/api/admin/limits')).items;

  it('says what is missing and stores nothing of it', async () => {
    await page.goto(`${server.url}/admin/limits`);
    await page.getByText('No limits: everybody may use the models as they like.').waitFor();
    await button('Add a limit').click();
    await saveLimits().click();
    await page.getByText('Choose for whom.').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('stores a limit, which the people it is for see on their own page', async () => {
    await page.getByLabel('For whom').click();
    await page.getByRole('option', { name: 'All administrators' }).click();
    // Until it is gone, the list takes what is typed for its search.
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.getByPlaceholder('Amount').fill('1500');
    await page.keyboard.press('Tab');
    await saveLimits().click();
    await page.getByText('Saved').first().waitFor();
    expect(await stored()).toEqual([
      { scope: { type: 'role', role: 'admin' }, measure: 'tokens_per_day', amount: 1500 },
    ]);
    await page.goto(`${server.url}/account`);
    await page.getByText('0 of 1,500').waitFor();
    expect(watched.faults).toEqual([]);
  });
});
