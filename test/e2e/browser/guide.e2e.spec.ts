import type { Browser, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { ADMIN, WholeServer } from '../../support/whole-server';

/** Each example's own arguments go along to the run panel, and what comes out is what the guide says. */
describe('trying the examples of the guide', () => {
  let server: WholeServer;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      WholeServer.start({ CUSTOM_TOOL_DIR: '', CONTAINER_STOCK: '1' }),
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

  async function tryExample(args: string): Promise<void> {
    await page.goto(`${server.url}/admin/custom-tools/guide`);
    const run = page.locator('.guide-run', { has: page.getByText(args, { exact: true }) });
    await run.first().getByRole('button', { name: 'Try it' }).click();
    await page.waitForURL((url) => url.searchParams.get('panel') === 'try');
  }

  const toolInAddress = () => new URL(page.url()).searchParams.get('tool');

  const result = (text: string) =>
    page.locator('#tool-panel').getByText(text, { exact: true }).first().waitFor();

  it('fills in a text with quotes and runs it', async () => {
    await tryExample('{"text": "it\'s \\"quoted\\""}');
    expect(toolInAddress()).toBe('guide_text_len');
    const field = page.locator('#tool-panel textarea, #tool-panel input[type=text]').first();
    await field.waitFor();
    expect(await field.inputValue()).toBe('it\'s "quoted"');
    await page.locator('#tool-panel').getByRole('button', { name: 'Run', exact: true }).click();
    await result('[text_len] characters: 13');
  });

  it('fills in lists, objects and null', async () => {
    await tryExample('{"flag": true, "items": [1, "two"], "record": {"k": 1.5}, "nothing": null}');
    await page.locator('#tool-panel').getByRole('button', { name: 'Run', exact: true }).click();
    await result("True [1, 'two'] {'k': 1.5} None");
  });

  it('takes the same draft for the next try, beside the shipped tool of that name, and leaves no fault', async () => {
    await tryExample('{"text": "hello"}');
    expect(toolInAddress()).toBe('guide_text_len');
    const field = page.locator('#tool-panel textarea, #tool-panel input[type=text]').first();
    await field.waitFor();
    expect(await field.inputValue()).toBe('hello');
    expect(watched.faults).toEqual([]);
    expect(watched.foreignRequests).toEqual([]);
  });
});
