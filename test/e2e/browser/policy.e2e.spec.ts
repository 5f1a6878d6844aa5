import type { Browser, Page } from 'playwright-core';
import type { PolicyView } from '@/contract/policy';
import type { ToolView } from '@/contract/tools';
import { launchBrowser, WatchedPage } from '../../support/browser';
import type { Visitor } from '../../support/visitor';
import { ADMIN, WholeServer } from '../../support/whole-server';

describe('the policy page', () => {
  let server: WholeServer;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let admin: Visitor;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      WholeServer.start({ CONTAINER_STOCK: '0' }),
      launchBrowser(),
    ]);
    admin = await server.admin();
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
  const choices = (name: string) => page.getByRole('radiogroup', { name, exact: true });
  const view = () => admin.get<PolicyView>('/api/admin/policy');
  const toolsOfAdmin = async () =>
    (await admin.get<{ items: ToolView[] }>('/api/tools')).items.map(({ name }) => name);

  it('explains what an edit would do before it is saved', async () => {
    await page.goto(`${server.url}/admin/policy`);
    await choices('calc, for Everyone').getByRole('radio', { name: 'Deny' }).click();
    await page.getByText('Changes not saved yet: 1.').waitFor();
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByLabel('Person', { exact: true }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.getByLabel('Tool', { exact: true }).click();
    await page.getByRole('option', { name: 'calc' }).click();
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await button('Explain').click();
    const now = page.getByRole('region', { name: 'As it is' });
    const edited = page.getByRole('region', { name: 'With your changes' });
    expect(await now.getByRole('heading').textContent()).toContain('Allow');
    expect(await edited.getByRole('heading').textContent()).toContain('Deny');
    expect(await edited.getByText('Everyone · calc').count()).toBe(1);
    expect((await view()).document.rules).toEqual([]);
  });

  it('shows for whom it changes what, and holds from the moment it is saved', async () => {
    await button('Review and save').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('calc', { exact: true }).waitFor();
    await dialog.getByText('Allow', { exact: true }).waitFor();
    await dialog.getByLabel('Why').fill('No arithmetic.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    expect(await toolsOfAdmin()).not.toContain('calc');
  });

  it('goes back to an earlier version only after the widening was confirmed', async () => {
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByText('No arithmetic.').waitFor();
    await button('Go back to it').click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByText('Yes, some people will get more than before.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').click();
    await save.click();
    await page.getByText('Version 3').waitFor();
    expect(await toolsOfAdmin()).toContain('calc');
  });

  it('takes a rule with a condition, by keyboard where one likes', async () => {
    await page.getByRole('tab', { name: 'Rules' }).click();
    await button('Add a rule with conditions for echo').click();
    await button('Add a condition').click();
    await button('Take over').click();
    await page.getByText('Say which argument, e.g. /path.').waitFor();
    await page.getByLabel('Argument, as a JSON pointer').fill('text');
    await page.getByLabel('Value', { exact: true }).fill('secret');
    await page.keyboard.press('Enter');
    await page.getByText('/text is "secret"').waitFor();
    await choices('greet, for Everyone').getByRole('radio', { name: 'Inherit' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Changes not saved yet: 2.').waitFor();
    await button('Discard').click();
    await page.getByText('Changes not saved yet').waitFor({ state: 'hidden' });
    expect((await view()).document.rules).toEqual([]);
    expect(watched.faults).toEqual([]);
  });
});
