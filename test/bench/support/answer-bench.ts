import { existsSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { connectModel } from '../../support/configured-model';
import type { ScriptedStep } from '../../support/scripted-turn';
import { ServerProcess } from '../../support/server-process';
import { UpstreamProcess } from '../../support/upstream-process';
import { Visitor } from '../../support/visitor';

const ADMIN = { email: 'bench@example.org', password: 'a password for the bench' };

/** 640 tokens a second: what a fast provider's answer brings in one packet, and how often. */
const TOKENS_PER_PACKET = 20;
const PACKET_PAUSE_MS = 30;

/** The browser's own word for work that kept it from drawing; 50 ms is where it begins to count. */
const WATCH_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) window.longTasks.push({ duration, startTime });
  }).observe({ type: 'longtask', buffered: true });
`;

/** From the click to the first frame that holds the line which says what is going on. */
const WATCH_SEND = `
  window.activityMs = new Promise((found) => {
    let clickedAt = 0;
    addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (!clickedAt || !document.querySelector('.activity-line')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => found(performance.now() - clickedAt)));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  undefined
`;

export interface DrawnAnswer {
  longestMs: number;
  longTasks: number;
  /** From Send until the page had drawn the last word of it. */
  finishedAfterS: number;
  tokensPerS: number;
  /** The longest task of opening the finished answer in a fresh page. */
  openingLongestMs: number;
}

/** Server, provider and browser as they are used; everything is measured inside the page. */
export class AnswerBench {
  private dataDir!: string;
  private upstream!: UpstreamProcess;
  private server!: ServerProcess;
  private browser!: Browser;
  private page!: Page;

  async open(): Promise<void> {
    lendWebApp();
    this.dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-bench-'));
    this.upstream = await UpstreamProcess.start();
    this.server = await ServerProcess.start({
      DATA_DIR: this.dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '0',
    });
    const admin = new Visitor(this.server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    await connectModel(admin, this.upstream.url);
    this.browser = await launchBrowser();
    const login = `${this.server.url}/login`;
    ({ page: this.page } = await WatchedPage.open(this.browser, login, { locale: 'en' }));
    await this.page.addInitScript(WATCH_TASKS);
    await this.page.locator('input[type=email]').fill(ADMIN.email);
    await this.page.locator('input[type=password]').fill(ADMIN.password);
    await this.page.keyboard.press('Enter');
    await this.page.waitForURL((url) => url.pathname === '/');
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.server?.stop();
    await this.upstream?.stop();
    if (this.dataDir) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** A new conversation each time, so that the line really comes anew. */
  async sendOnce(): Promise<number> {
    await this.upstream.reset();
    await this.upstream.script({ steps: [{ waitMs: 400 }, { text: 'Here it is.' }] });
    await this.ready();
    await this.page.evaluate(WATCH_SEND);
    await this.send('a short question');
    const activityMs = await this.page.evaluate<number>('window.activityMs');
    await this.page.getByText('Here it is.').waitFor();
    return activityMs;
  }

  /** `limitMs` ends the wait, not the measurement: what is not drawn by then never counts as finished. */
  async stream(tokens: string[], limitMs: number): Promise<DrawnAnswer> {
    await this.upstream.reset();
    await this.upstream.script({ steps: stepsOf(tokens) });
    await this.ready();
    await this.page.evaluate('window.longTasks.length = 0');
    const sentAt = performance.now();
    await this.send('a long answer, please');
    const finishedAfterS = await this.whenFinished(sentAt, limitMs);
    // What is put off until the answer is complete counts too.
    await this.page.waitForTimeout(2_000);
    const tasks = await this.longTasks();
    console.log(
      await this.page.evaluate(
        'JSON.stringify([window.longTasks.map(t=>[Math.round(t.startTime),t.duration]), performance.now()])',
      ),
    );
    await this.page.reload();
    await this.page.locator('.md-block').first().waitFor();
    await this.page.waitForTimeout(3_000);
    return {
      longestMs: Math.max(0, ...tasks),
      longTasks: tasks.length,
      finishedAfterS,
      tokensPerS: tokens.length / finishedAfterS,
      openingLongestMs: Math.max(0, ...(await this.longTasks())),
    };
  }

  private async whenFinished(sentAt: number, limitMs: number): Promise<number> {
    while (performance.now() - sentAt < limitMs) {
      await this.page.waitForTimeout(200);
      if (await this.page.evaluate<boolean>(IS_FINISHED))
        return (performance.now() - sentAt) / 1000;
    }
    return Infinity;
  }

  private longTasks(): Promise<number[]> {
    return this.page.evaluate<number[]>('window.longTasks.map(({ duration }) => duration)');
  }

  /** The empty page of a new conversation, with its model loaded and nothing left to do. */
  private async ready(): Promise<void> {
    await this.page.goto(this.server.url);
    await this.page.getByText('scripted').first().waitFor();
    await this.page.waitForTimeout(1_000);
  }

  private async send(question: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Message', exact: true }).fill(question);
    await this.page.getByRole('button', { name: 'Send' }).click();
  }
}

/** A bench is compiled together with a server of its own, which looks for the built web app beside itself. */
function lendWebApp(): void {
  const compiled = path.resolve(__dirname, '../../..');
  const place = path.join(compiled, 'web');
  if (!existsSync(place)) symlinkSync(path.resolve(compiled, '../../dist/web'), place);
}

/** The marker at the end of every answer stands on the page, and the run is over. */
const IS_FINISHED = `
  !!document.querySelector('#page [aria-label="Send"]') &&
  (document.querySelector('#page .md')?.textContent ?? '').trimEnd().endsWith('THE-END')
`;

function stepsOf(tokens: string[]): ScriptedStep[] {
  const steps: ScriptedStep[] = [{ raw: '' }];
  for (let at = 0; at < tokens.length; at += TOKENS_PER_PACKET) {
    const packet = tokens.slice(at, at + TOKENS_PER_PACKET).map((text) => chunk({ content: text }));
    steps.push({ raw: packet.join('') }, { waitMs: PACKET_PAUSE_MS });
  }
  return [...steps, { raw: chunk({ content: '\n\nTHE-END' }) + chunk({}, 'stop') + DONE }];
}

const DONE = 'data: [DONE]\n\n';

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
