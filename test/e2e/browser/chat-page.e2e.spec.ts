import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ConversationDetail } from '@/contract/chat';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { connectModel } from '../../support/configured-model';
import { UpstreamProcess } from '../../support/upstream-process';
import type { Visitor } from '../../support/visitor';
import { ADMIN, WholeServer } from '../../support/whole-server';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The chat page by hand: tools without a model's help, several conversations, keys, a phone. */
describe('the chat page', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let browser: Browser;
  let admin: Visitor;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    if (!existsSync(path.join(__dirname, '../../../dist/web/index.html'))) {
      throw new Error('The web app is not built: run `npm run build` first.');
    }
    [server, upstream, browser] = await Promise.all([
      WholeServer.start(),
      UpstreamProcess.start(),
      launchBrowser(),
    ]);
    admin = await server.admin();
    await connectModel(admin, upstream.url);
    watched = await openPage();
    ({ page } = watched);
  });

  afterAll(async () => {
    await browser?.close();
    await upstream?.stop();
    await server?.close();
  });

  async function openPage(options = {}): Promise<WatchedPage> {
    const opened = await WatchedPage.open(browser, `${server.url}/login`, {
      locale: 'en',
      ...options,
    });
    opened.page.setDefaultTimeout(15_000);
    await opened.page.locator('input[type=email]').fill(ADMIN.email);
    await opened.page.locator('input[type=password]').fill(ADMIN.password);
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL((url) => url.pathname === '/');
    return opened;
  }

  const box = (on: Page) => on.getByRole('textbox', { name: 'Message', exact: true });
  const answer = (on: Page) => on.locator('#page .md').last();

  async function ask(on: Page, text: string): Promise<void> {
    await box(on).fill(text);
    await box(on).press('Enter');
  }

  const storedAnswer = async (): Promise<string> => {
    const id = page.url().split('/').at(-1) ?? '';
    const { messages } = await admin.get<ConversationDetail>(`/api/conversations/${id}`);
    const part = messages.at(-1)?.parts.at(-1);
    return part?.type === 'text' ? part.text : '';
  };

  it('offers the tools at a slash and calls one by a form without losing a digit (A-025)', async () => {
    await box(page).pressSequentially('/ca');
    await page.getByRole('option', { name: /calc/ }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('Please fill this in.').first().waitFor();
    await dialog.locator('input[name=a]').fill('12345678901234567890');
    await dialog.locator('input[name=b]').fill('2');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: '+', exact: true }).click();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('[calc] 结果: 12345678901234567892').first().waitFor();
    expect(await box(page).inputValue()).toBe('');
  });

  it('says at the box what is wrong with arguments that are no JSON, and keeps them', async () => {
    await ask(page, '/calc six by four');
    await page.getByText('must be a JSON object').waitFor();
    expect(await box(page).inputValue()).toBe('/calc six by four');
    await box(page).fill('');
  });

  it('says how long a message may be when it is longer, and keeps it', async () => {
    for (const text of ['x'.repeat(500_001), `/calc {"a":"${'9'.repeat(3_000_000)}"}`]) {
      await ask(page, text);
      await page.getByRole('alert').getByText('500,000 can be sent at most').waitFor();
      expect((await box(page).inputValue()).length).toBe(text.length);
      expect(await page.locator('.message-item').count()).toBe(2);
    }
    await box(page).fill('');
  });

  it('takes the last question back with arrow up, and keeps a draft per conversation', async () => {
    await box(page).press('ArrowUp');
    expect(await box(page).inputValue()).toContain('12345678901234567890');
    await box(page).fill('half a thought');
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await box(page).inputValue()).toBe('');
    await page.goBack();
    await page.waitForURL(/\/c\//);
    // Text, not a function: these lines run in the page, whose names this file does not know.
    await page.waitForFunction(
      `document.querySelector('#page textarea')?.value === 'half a thought'`,
    );
    await box(page).fill('');
  });

  it('writes two answers at once and shows each whole, equal to the server’s (fault 20)', async () => {
    await page.getByRole('link', { name: 'New conversation' }).click();
    await ask(page, 'say 120 words slowly');
    await page.waitForURL(/\/c\//);
    const first = page.url();
    await page.getByRole('link', { name: 'New conversation' }).click();
    await ask(page, 'say 90 words slowly');
    await page.waitForURL((url) => url.pathname.startsWith('/c/') && url.href !== first);
    await answer(page)
      .filter({ hasText: /word90\b/ })
      .waitFor();
    expect(await answer(page).innerText()).toBe(await storedAnswer());
    await page.getByRole('link', { name: 'say 120 words slowly' }).click();
    await answer(page)
      .filter({ hasText: /word120\b/ })
      .waitFor();
    expect(await answer(page).innerText()).toBe(await storedAnswer());
  });

  it('renames in the list, asks before it deletes, and goes on with a new conversation', async () => {
    const named = (title: string) => page.getByRole('link', { name: title, exact: true });
    await named('say 120 words slowly').press('F2');
    await page.getByRole('textbox', { name: 'Rename' }).fill('{a} | @b <i>');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '{a} | @b <i>' }).waitFor();
    await named('{a} | @b <i>').press('Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('{a} | @b <i>').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await named('{a} | @b <i>').waitFor({ state: 'detached' });
  });

  it('works on a phone: question, timeline as a sheet, no sideways scrolling', async () => {
    const phone = await openPage(PHONE);
    await ask(phone.page, 'call calc {"a":6,"op":"/","b":4}');
    await phone.page.getByText('[calc] 结果: 1.5').first().waitFor();
    await phone.page.getByRole('button', { name: 'Timeline' }).click();
    await phone.page.getByRole('dialog').getByText('Finished').waitFor();
    await phone.page.keyboard.press('Escape');
    await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
    const overflow = await phone.page.evaluate<number>(
      'document.documentElement.scrollWidth - window.innerWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(phone.faults).toEqual([]);
    await phone.close();
  });

  it('did all that without an error in the page and without leaving the site', () => {
    expect(watched.faults).toEqual([]);
    expect(watched.foreignRequests).toEqual([]);
  });
});
