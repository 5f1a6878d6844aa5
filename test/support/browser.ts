import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's Chromium without any of the connections it likes to make by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? PROGRAMS.find((program) => existsSync(program)),
    args: [
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--disable-default-apps'],
    ],
  });
}

/** A page that remembers everything that went wrong in it, and every request that left the site. */
export class WatchedPage {
  readonly faults: string[] = [];
  readonly foreignRequests: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    const watched = new WatchedPage(await context.newPage());
    const { host } = new URL(url);
    watched.page.on('pageerror', (error) => watched.faults.push(error.message));
    watched.page.on('request', (request) => {
      const target = new URL(request.url());
      if (/^https?:|^wss?:/.test(target.protocol) && target.host !== host) {
        watched.foreignRequests.push(request.url());
      }
    });
    await watched.page.goto(url);
    return watched;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
