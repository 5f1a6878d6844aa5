import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from './browser';
import { connectModel } from './configured-model';
import { ServerProcess } from './server-process';
import { UpstreamProcess } from './upstream-process';
import { Visitor } from './visitor';

const ADMIN = { email: 'ada@example.org', password: 'a password for pictures' };
const FOLDER = path.resolve(__dirname, '../../docs/screenshots');

const WORDS = {
  en: {
    suffix: '',
    question: 'We split 6 litres evenly into 4 bottles. How much is in each?',
    plan: 'I divide the volume by the number of bottles.',
    answer:
      'Each bottle holds **1.5 litres**.\n\n| | |\n| --- | --- |\n| Volume | 6 l |\n| Bottles | 4 |\n| Each | 1.5 l |\n',
  },
  'zh-CN': {
    suffix: '.zh-CN',
    question: '把 6 升水平均分到 4 个瓶子里，每瓶是多少？',
    plan: '用总量除以瓶数即可。',
    answer:
      '每瓶是 **1.5 升**。\n\n| | |\n| --- | --- |\n| 总量 | 6 升 |\n| 瓶数 | 4 |\n| 每瓶 | 1.5 升 |\n',
  },
} as const;

type Language = keyof typeof WORDS;

async function take(
  browser: Browser,
  server: ServerProcess,
  upstream: UpstreamProcess,
): Promise<void> {
  for (const locale of ['en', 'zh-CN'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await signIn(browser, server.url, { locale, colorScheme });
      const name = (what: string) =>
        path.join(FOLDER, `${what}-${colorScheme}${WORDS[locale].suffix}.png`);
      await chat(page, upstream, locale);
      await page.screenshot({ path: name('chat') });
      await page.goto(`${server.url}/admin/custom-tools/calc`);
      await page.getByRole('tab', { name: 'execution.py' }).click();
      await settle(page);
      await page.screenshot({ path: name('tool-editor') });
      await close();
    }
  }
}

async function signIn(
  browser: Browser,
  url: string,
  look: { locale: Language; colorScheme: 'light' | 'dark' },
) {
  const watched = await WatchedPage.open(browser, `${url}/login`, look);
  const { page } = watched;
  await page.locator('input[type=email]').fill(ADMIN.email);
  await page.locator('input[type=password]').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((at) => at.pathname === '/');
  return { page, close: () => watched.close() };
}

async function chat(page: Page, upstream: UpstreamProcess, locale: Language): Promise<void> {
  const { question, plan, answer } = WORDS[locale];
  const call = { name: 'calc', arguments: { a: 6, op: '/', b: 4 } };
  await upstream.script({ steps: [{ text: plan }, { call }] }, { steps: [{ text: answer }] });
  await page.getByText('scripted').first().waitFor();
  await page.locator('#page textarea').last().fill(question);
  await page.keyboard.press('Enter');
  await page.getByText('[calc] 结果: 1.5').first().waitFor();
  await page.locator('#page table').first().waitFor();
  await page
    .getByRole('button', { name: /timeline|时间线/i })
    .first()
    .click();
  await settle(page);
}

/** Transitions, fonts and icons are done. */
const settle = (page: Page) => page.waitForTimeout(800);

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-pictures-'));
  const upstream = await UpstreamProcess.start();
  const server = await ServerProcess.start({
    ...(process.env.TOOL_IMAGE && { TOOL_IMAGE: process.env.TOOL_IMAGE }),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const browser = await launchBrowser();
  try {
    const admin = new Visitor(server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    await connectModel(admin, upstream.url);
    await take(browser, server, upstream);
  } finally {
    await browser.close();
    await server.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((thrown: unknown) => {
  console.error(thrown);
  process.exitCode = 1;
});
