import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { ServerProcess } from '../../support/server-process';
import { Visitor } from '../../support/visitor';
import type { World } from './policy-world';

const ADMIN = { email: 'bench@example.org', password: 'a password for the bench' };

const WATCH_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

/** The policy page over a large installation, in a real browser. */
export class PolicyPageBench {
  private dataDir!: string;
  private server!: ServerProcess;
  private browser!: Browser;
  private page!: Page;
  private world!: World;

  async open(world: World): Promise<void> {
    this.world = world;
    lendWebApp();
    this.dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-bench-'));
    this.writeTools();
    this.server = await ServerProcess.start({
      DATA_DIR: this.dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '0',
    });
    await this.fill();
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
    if (this.dataDir) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Opens the page, searches, goes through the rules of another scope, changes a rule and reviews it. */
  async use(): Promise<{ openS: number; steps: [string, number][] }> {
    const { page } = this;
    const steps: [string, number][] = [];
    const step = async (name: string, deed: () => Promise<unknown>) => {
      await page.evaluate('window.longTasks.length = 0').catch(() => undefined);
      await deed();
      await page.waitForTimeout(1_500);
      steps.push([name, Math.max(0, ...(await page.evaluate<number[]>('window.longTasks')))]);
    };
    const startedAt = performance.now();
    await step('open', async () => {
      await page.goto(`${this.server.url}/admin/policy`);
      await page.getByText('tool_0', { exact: true }).waitFor();
    });
    const openS = (performance.now() - startedAt - 1_500) / 1000;
    await step('more', () =>
      page
        .getByRole('button', { name: /Show more/ })
        .first()
        .click(),
    );
    const search = page.getByPlaceholder('Search tools');
    await step('search', () => search.pressSequentially('tool_99', { delay: 60 }));
    await step('scopes', () => page.getByLabel('Rules for').click());
    await step('scope', () => page.getByRole('option', { name: 'All users' }).click());
    await step('edit', () => page.getByRole('radio', { name: 'Deny' }).last().click());
    await step('review', async () => {
      await page.getByRole('button', { name: 'Review and save' }).click();
      const words = page.getByRole('dialog').getByText(/people, e\.g\.|Nobody gets|→/);
      await words.first().waitFor({ timeout: 60_000 });
    });
    return { openS, steps };
  }

  private writeTools(): void {
    for (const { name } of this.world.tools) {
      const directory = path.join(this.dataDir, 'custom_tools', name);
      mkdirSync(directory, { recursive: true });
      const definition = { id: name, description: `Does ${name}.`, dangerous: false };
      writeFileSync(path.join(directory, 'definition.json'), JSON.stringify(definition));
      writeFileSync(path.join(directory, 'execution.py'), 'print("done")\\n');
    }
  }

  /** Groups by the doors people use; people are the server's own rows, ten thousand links would say nothing. */
  private async fill(): Promise<void> {
    const admin = new Visitor(this.server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    const { version: baseVersion } = await admin.get<{ version: number }>('/api/admin/policy');
    const body = { document: this.world.document, baseVersion, note: 'bench' };
    const saved = await admin.request('PUT', '/api/admin/policy', {
      ...body,
      confirmWidening: true,
    });
    if (!saved.ok) throw new TypeError(await saved.text());
  }
}

/** A bench is compiled together with a server of its own, which looks for the built web app beside itself. */
function lendWebApp(): void {
  const compiled = path.resolve(__dirname, '../../..');
  const place = path.join(compiled, 'web');
  if (!existsSync(place)) symlinkSync(path.resolve(compiled, '../../dist/web'), place);
}
