import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, WatchedPage } from '../../support/browser';
import { ServerProcess } from '../../support/server-process';
import { createTestDatabase } from '../../support/test-database';

const ADMIN = { name: 'Ada', email: 'ada@example.org', password: 'a long first password' };
const TOOL = 'twice';
const DEFINITION =
  '{"id": "twice", "description": "doubles an amount", "parameters": {"type": "object", ' +
  '"properties": {"amount": {"type": "number", "description": "how much"}}, "required": ["amount"]}}';

/** From nothing to a published tool, broken, repaired and rolled back, with the keyboard alone. */
describe('the tool workshop by keyboard', () => {
  let server: ServerProcess;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let browser: Browser;
  let admin: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-workshop-'));
    [database, browser] = await Promise.all([createTestDatabase(), launchBrowser()]);
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
    await page.context().addInitScript({
      content: `for (const kind of ['pointerdown', 'wheel'])
        addEventListener(kind, () => sessionStorage.setItem('pointers', 'used'), true);`,
    });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const editor = () => page.locator('.cm-content');
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const hasFocus = (target: Locator) =>
    target.first().evaluate((element) => element.matches(':focus-within'));

  const isInEditor = async () => (await page.locator('.cm-content:focus').count()) > 0;

  /** Tab after Tab, as somebody without a mouse does; the editor is left with Escape first. */
  async function tabTo(target: Locator): Promise<void> {
    await target.first().waitFor();
    for (let step = 0; step < 80; step++) {
      if (await hasFocus(target)) return;
      // The first Escape may close a list of completions.
      for (let escape = 0; escape < 2 && (await isInEditor()); escape++) await press('Escape');
      await press('Tab');
    }
    throw new Error(`The keyboard does not reach ${String(target)}.`);
  }

  async function openTab(name: string | RegExp): Promise<void> {
    const tab = page.getByRole('tab', { name });
    const list = page.getByRole('tablist').filter({ has: tab });
    await tabTo(list);
    for (let step = 0; step < 8 && !(await hasFocus(tab)); step++) await press('ArrowRight');
    expect(await tab.getAttribute('aria-selected')).toBe('true');
  }

  async function enter(name: string | RegExp): Promise<void> {
    await tabTo(button(name));
    await press('Enter');
  }

  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const openTool = (place: string) =>
    page.goto(`${server.url}/admin/custom-tools?tool=${TOOL}&${place}`);
  const codeOnDisk = () =>
    readFile(path.join(dataDir, 'custom_tools', TOOL, 'execution.py'), 'utf8');

  async function callInChat(amount: number): Promise<void> {
    await page.goto(server.url);
    await tabTo(page.locator('#page textarea'));
    await type(`/${TOOL} {"amount": ${amount}}`);
    await press('Enter');
  }

  it('signs the first administrator up', async () => {
    await tabTo(page.locator('input[name=name]'));
    await type(ADMIN.name);
    await tabTo(page.locator('input[name=email]'));
    await type(ADMIN.email);
    await tabTo(page.locator('input[name=password]'));
    await type(ADMIN.password);
    await press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('creates a tool, which is a draft and not on the disk', async () => {
    await page.goto(`${server.url}/admin/custom-tools`);
    await says('calc');
    await enter('新建工具');
    await tabTo(page.locator('input[name=id]'));
    await type(TOOL);
    await enter('创建并编辑');
    await page.waitForURL((url) => url.searchParams.get('tool') === TOOL);
    await editor().waitFor();
    await says('草稿');
    await expect(codeOnDisk()).rejects.toThrow('ENOENT');
  });

  it('writes the definition and the script, with the parameter completed', async () => {
    await press('F6');
    await press('Control+a');
    await press('Delete');
    await page.keyboard.insertText(DEFINITION);
    await openTab('execution.py');
    await tabTo(editor());
    await press('Control+a');
    await press('Delete');
    await type('amount = {am');
    await page.locator('.cm-tooltip-autocomplete').getByText('amount').first().waitFor();
    // The list takes no key in its first moments, so that typing is never caught by it.
    await page.waitForTimeout(150);
    await press('Enter');
    await press('End');
    await press('Enter');
    await type('print(amount * 2)');
    await says('未发现问题');
    await press('Control+s');
    await says('已保存为版本 2');
    expect(await editor().textContent()).toContain('amount = {amount}');
  });

  it('tries it and sees what came out', async () => {
    await tabTo(page.locator('#tool-panel input[inputmode=decimal]'));
    await press('Control+a');
    await type('21');
    await press('Control+Enter');
    await says('运行成功');
    await page.locator('#tool-panel pre', { hasText: '42' }).first().waitFor();
  });

  it('keeps the run as a test, and the test passes', async () => {
    await enter('存为测试');
    await page.locator('input[name=name]').waitFor();
    await tabTo(page.locator('input[name=name]'));
    await press('Enter');
    await says(/已写入 tests\.json/);
    await press('Control+s');
    await says('已保存为版本 3');
    await enter('全部运行');
    await says('通过 1 个，失败 0 个');
  });

  it('publishes it, and it can be called in chat', async () => {
    await enter('发布');
    await tabTo(page.locator('input[name=note]'));
    await type('first');
    await press('Enter');
    await says(`${TOOL} 的版本 3 已发布`);
    expect(await codeOnDisk()).toContain('amount = {amount}');
    await callInChat(4);
    await says(/^8\s*$/);
  });

  it('breaks it, sees the finding and a failing test', async () => {
    await openTool('file=execution.py&panel=tests');
    await editor().waitFor();
    await press('F6');
    await press('Control+End');
    await type("\nprint({'twice': 1})");
    const finding = page.locator('.finding-list li', { hasText: 'execution.py:3' });
    await finding.first().waitFor();
    await enter('全部运行');
    await says('通过 0 个，失败 1 个');
    expect(await codeOnDisk()).not.toContain('print({');
  });

  it('repairs it with one press, which doubles the braces', async () => {
    await enter('写成双花括号');
    await says('未发现问题');
    expect(await editor().textContent()).toContain("print({{'twice': 1}})");
  });

  it('does the same from inside the editor: F8 goes there, Ctrl . repairs', async () => {
    await press('Control+z');
    await page.locator('.finding-list li', { hasText: 'execution.py:3' }).first().waitFor();
    await press('Control+Home');
    await press('F8');
    await press('Control+.');
    await says('未发现问题');
    expect(await editor().textContent()).toContain("print({{'twice': 1}})");
  });

  it('tests again, changes the expectation by hand and publishes', async () => {
    await enter('全部运行');
    await says('通过 0 个，失败 1 个');
    await enter(/编辑用例/);
    const expected = page.locator('[role=dialog] textarea').last();
    await tabTo(expected);
    await press('Control+a');
    await page.keyboard.insertText("42\n{'twice': 1}\n");
    await enter('写入 tests.json');
    await enter('全部运行');
    await says('通过 1 个，失败 0 个');
    await enter('发布');
    await tabTo(page.locator('input[name=note]'));
    await press('Enter');
    await says(/的版本 \d 已发布/);
    expect(await codeOnDisk()).toContain("print({{'twice': 1}})");
  });

  it('rolls back to the first publication, and chat uses it again', async () => {
    await openTool('file=execution.py&panel=versions');
    await enter('回滚到版本 3');
    await tabTo(page.locator('input[name=note]'));
    await press('Enter');
    await says(`${TOOL} 的版本 3 已发布`);
    expect(await codeOnDisk()).not.toContain('twice');
    await callInChat(5);
    await says(/^10\s*$/);
  });

  it('needed no pointer, failed nowhere inside and asked no other site (S-23)', async () => {
    expect(await page.evaluate("sessionStorage.getItem('pointers')")).toBeNull();
    expect(admin.faults).toEqual([]);
    expect(admin.foreignRequests).toEqual([]);
  });
});
