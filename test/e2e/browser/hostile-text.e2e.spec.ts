import type { Browser } from 'playwright-core';
import { harmIn, HOSTILE_MARKDOWN } from '../../../apps/web/src/lib/markdown/hostile-markdown';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { connectModel } from '../../support/configured-model';
import { UpstreamProcess } from '../../support/upstream-process';
import type { Visitor } from '../../support/visitor';
import { ADMIN, WholeServer } from '../../support/whole-server';

const PER_CONVERSATION = 25;

/** Whatever a text manages to call leaves a trace, without a dialog that would stop the page. */
const TRAPS = `
  window.executed = [];
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'msgbox']) {
    window[name] = () => void window.executed.push(name);
  }
`;

/** Remembers that a paragraph stood there in more than one piece, be it for a moment. */
const WATCH_FOR_PIECES = `
  new MutationObserver(() => {
    if (document.querySelector('#page .md-run > span + span')) window.sawPieces = true;
  }).observe(document.body, { childList: true, subtree: true });
`;

/** Harm in everything that was rendered from a text, and elements in what is shown as plain text. */
const FIND_HARM = `(() => {
  const harmIn = ${harmIn.toString()};
  // The only styles of our own: where a run of an endless paragraph begins, how wide a part of an endless table is.
  const withoutWidths = (text) => {
    const copy = text.cloneNode(true);
    for (const part of copy.querySelectorAll('.md-run, .md-rows, colgroup > col')) {
      if (/^(--joint|width): [0-9.]+px;$/.test(part.getAttribute('style'))) part.removeAttribute('style');
    }
    return copy;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const elements = 'img:not([src^="/static/"]), script, iframe, style, b, [onerror], [onload]';
  const plain = all('.question-bubble, .tool-call-line, nav, header, [role=dialog], aside');
  return [
    ...all('#page .md').flatMap((text) => harmIn(withoutWidths(text))),
    ...plain.flatMap((text) => (text.querySelector(elements) ? ['element in a plain text'] : [])),
  ];
})()`;

/** Where the columns of an endless table begin, in any of its parts. */
const COLUMN_EDGES = `[...new Set([...document.querySelectorAll('.md-rows')].map((part) =>
  [...part.querySelectorAll('th')].map((cell) => Math.round(cell.getBoundingClientRect().left)).join()))]`;

/** The corpus of the unit specs again, in a real browser, in every place of the chat page that shows such a text. */
describe('hostile texts on the chat page (S-19, S-21, S-23)', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let browser: Browser;
  let admin: Visitor;
  let model: string;
  let watched: WatchedPage;

  beforeAll(async () => {
    [server, upstream, browser] = await Promise.all([
      WholeServer.start(),
      UpstreamProcess.start(),
      launchBrowser(),
    ]);
    admin = await server.admin();
    model = await connectModel(admin, upstream.url);
    watched = await WatchedPage.open(browser, `${server.url}/login`, { locale: 'en' });
    await watched.page.addInitScript(TRAPS);
    await watched.page.locator('input[type=email]').fill(ADMIN.email);
    await watched.page.locator('input[type=password]').fill(ADMIN.password);
    await watched.page.keyboard.press('Enter');
    await watched.page.waitForURL((url) => url.pathname === '/');
  });

  afterAll(async () => {
    await browser?.close();
    await upstream?.stop();
    await server?.close();
  });

  async function expectNoHarm(): Promise<void> {
    // What loads or runs by itself has begun by then.
    await watched.page.waitForTimeout(500);
    expect(await watched.page.evaluate<string[]>(FIND_HARM)).toEqual([]);
    expect(await watched.page.evaluate<string[]>('window.executed')).toEqual([]);
    expect(watched.foreignRequests).toEqual([]);
    expect(watched.faults).toEqual([]);
    expect(watched.page.context().pages()).toHaveLength(1);
  }

  it(`does no harm in any of ${HOSTILE_MARKDOWN.length} answers, nor as the question and the title`, async () => {
    expect(HOSTILE_MARKDOWN.length).toBeGreaterThanOrEqual(200);
    for (let at = 0; at < HOSTILE_MARKDOWN.length; at += PER_CONVERSATION) {
      const texts = HOSTILE_MARKDOWN.slice(at, at + PER_CONVERSATION);
      await upstream.script(...texts.map((text) => ({ steps: [{ text }] })));
      let conversationId: string | undefined;
      for (const text of texts) {
        ({ conversationId } = await admin.ask(text, model, conversationId));
      }
      await watched.page.goto(`${server.url}/c/${conversationId}`);
      const answers = watched.page.locator('#page .message-item .md');
      await answers.nth(texts.length - 1).waitFor({ state: 'attached' });
      expect(await answers.count()).toBe(texts.length);
      await expectNoHarm();
    }
  });

  it('does no harm while it streams in, a few characters at a time, and drawn in pieces', async () => {
    const paragraph = HOSTILE_MARKDOWN.filter((text) => !text.includes('\n')).join(' and then ');
    const rows = HOSTILE_MARKDOWN.filter((text) => !/[\n|]/.test(text)).map(
      (text) => `| ${text} | b |\n`,
    );
    const whole = [
      ...HOSTILE_MARKDOWN,
      paragraph.repeat(2),
      `| a | b |\n| - | - |\n${rows.join('').repeat(2)}`,
      `\`\`\`html\n${paragraph.replaceAll(' and then ', '\n')}\n${'x\n'.repeat(3_000)}\`\`\``,
      'The end.',
    ].join('\n\n');
    const pieces = whole.match(/[\s\S]{1,40}/g) ?? [];
    // Long enough in the middle of the endless paragraph for the page to draw it unfinished, which is in pieces.
    const middle = Math.floor((whole.indexOf(paragraph.repeat(2)) + paragraph.length) / 40);
    const pauseMs = (at: number) => (at === middle ? 3_000 : at % 10 === 0 ? 5 : 0);
    await upstream.script({
      steps: pieces.flatMap((text, at) =>
        pauseMs(at) > 0 ? [{ text }, { waitMs: pauseMs(at) }] : [{ text }],
      ),
    });
    await watched.page.goto(server.url);
    await watched.page.getByText('scripted').first().waitFor();
    await watched.page.evaluate(WATCH_FOR_PIECES);
    await watched.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Go');
    await watched.page.keyboard.press('Enter');
    await watched.page.getByText('The end.', { exact: true }).waitFor({ timeout: 60_000 });
    // A paragraph is drawn in one again once it is complete, where its seams could show.
    expect(await watched.page.evaluate('window.sawPieces')).toBe(true);
    for (const piece of ['.md-rows', '.md-lines']) {
      await watched.page.locator(`#page ${piece}`).nth(1).waitFor({ state: 'attached' });
    }
    expect(await watched.page.evaluate<string[]>(COLUMN_EDGES)).toHaveLength(1);
    await expectNoHarm();
  });

  it('does no harm as a name, a tool’s argument, its failure, or in a dialog that names it', async () => {
    const evil = '<img src=https://canary.example/x onerror=alert(1)>';
    await admin.patch('/api/auth/me', { name: evil });
    await watched.page.goto(server.url);
    const box = watched.page.getByRole('textbox', { name: 'Message', exact: true });
    await watched.page.getByText('scripted').first().waitFor();
    await box.fill(`/calc ${JSON.stringify({ a: evil, op: evil, b: 1 })}`);
    await box.press('Enter');
    await watched.page.locator('.tool-call-line.failed .line').first().click();
    await watched.page.getByText('canary.example').first().waitFor();
    const link = watched.page.locator('nav a[href^="/c/"]').first();
    await link.press('Delete');
    await watched.page.getByRole('dialog').getByText('canary.example').waitFor();
    await expectNoHarm();
  });
});
