import { allocationRulesRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { actionsInMenus, pressAction } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that finds things in the console'));
  },
  () => browser?.stop(),
);

test('an account without locations of its own learns how they work, and adds an aisle, a shelf and a name', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/locations');
  await page.getByRole('button', { name: 'Add an aisle to MAIN' }).click();
  await dialog.getByLabel('Code').fill('A 1');
  await dialog.getByRole('button', { name: 'Add aisle' }).click();
  await dialog.locator('.error').waitFor();
  await dialog.getByLabel('Code').fill('A1');
  await dialog.getByRole('button', { name: 'Add aisle' }).click();
  await page.getByRole('region', { name: 'MAIN:A1' }).getByRole('button', { name: 'Add shelf' }).click();
  await dialog.getByLabel('Code').fill('S1');
  await dialog.getByLabel('Name').fill('Top shelf');
  await dialog.getByLabel('Use').selectOption('Returns');
  await dialog.getByRole('button', { name: 'Add shelf' }).click();

  await page.getByRole('region', { name: 'MAIN:A1/S1' }).getByText('Top shelf').waitFor();
  await page.getByText('Returns: nothing here is sold').waitFor();
  const tree = page.getByRole('navigation', { name: 'Locations, from the outside in' });
  await tree.getByRole('link', { name: 'S1 Top shelf' }).waitFor();
  expect((await shop.locations()).map(({ path, usage }) => `${path} ${usage}`).toSorted()).toEqual([
    'MAIN storage',
    'MAIN:A1 storage',
    'MAIN:A1/S1 returns',
  ]);
  expect(complaints()).toEqual([]);
  await close();
});

test('the tree leads to what lies there, by keyboard too; a search and a link show the same', async () => {
  await shop.createSku({ sku: 'TEE/RED/M', name: 'T-shirt', on_hand: 9, location: 'A2/S1' });
  const tees = (await shop.locations()).find(({ path }) => path === 'MAIN:A2/S1');
  await shop.transfer(tees?.id ?? '', { to: 'A2/S10/B1', sku: 'TEE/RED/M', quantity: 4 });
  const { page, open, close } = await browser.window({ member: manager });
  await open('/sandbox/locations');
  const tree = page.getByRole('navigation', { name: 'Locations, from the outside in' });
  await tree.getByRole('link', { name: 'A2' }).focus();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('link', { name: 'S10' }).waitFor();
  await page.keyboard.press('Enter');
  const stock = page.getByRole('table', { name: 'Stock' });
  await stock.getByRole('row').nth(1).waitFor();
  expect(await stock.getByRole('row').nth(1).innerText()).toMatch(/TEE\/RED\/M\s+T-shirt\s+9\s+S1 5\s+S10\/B1 4/);
  await page.getByRole('link', { name: 'Only here' }).click();
  await page.getByRole('heading', { name: 'Nothing lies here' }).waitFor();

  await page.getByLabel('Code or name').fill('A2/S');
  const found = page.getByRole('table', { name: 'Locations that match' });
  await found.getByRole('link', { name: 'MAIN:A2/S10', exact: true }).click();
  await page.getByRole('region', { name: 'MAIN:A2/S10' }).waitFor();
  await shop.scan({ barcode: '1', location: 'A9/S9' });
  await shop.scan({ barcode: '1', type: 'count', sku: 'TEE/RED/M', location: 'A2/S10', quantity: 4, operator: 'Kim' });
  await page.reload();
  await page.getByRole('region', { name: 'MAIN:A2/S10' }).waitFor();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  expect(await history.innerText()).toMatch(/^Count\s+TEE\/RED\/M × 4\s+.+ · Kim$/);
  await found.getByRole('link', { name: 'MAIN:A2/S1', exact: true }).waitFor();
  expect(await found.getByRole('row').count()).toBe(3);
  await close();
});

test('a location is renamed; who comes second is told, and writes over nothing', async () => {
  const { id } = await shop.createLocation({ type: 'warehouse', code: 'OLD' });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/locations?location=${id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Code').fill('MINE');
  const other = await joinAccount(system, { accountId, role: 'manager' });
  const body = { name: 'Of another' };
  await system.call('PATCH', `/locations/${id}?environment=sandbox`, { headers: other.headers, body });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog
    .getByRole('alert')
    .getByText(`Changed by ${other.email.split('@')[0]} at`)
    .waitFor();
  expect(await shop.location(id)).toMatchObject({ code: 'OLD', name: 'Of another' });

  await dialog.getByRole('button', { name: 'Load the present version' }).click();
  await eventually(async () => expect(await dialog.getByLabel('Name').inputValue()).toBe('Of another'));
  await dialog.getByLabel('Code').fill('MINE');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('region', { name: 'MINE' }).waitFor();
  expect(await shop.location(id)).toMatchObject({ code: 'MINE', name: 'Of another' });
  await close();
});

test('only an empty location is archived, and is restored; MAIN offers neither', async () => {
  const { id } = await shop.createLocation({ type: 'warehouse', code: 'WEST' });
  await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1, location: 'WEST:A1/S1' });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/locations?location=${id}`);
  const dialog = page.getByRole('dialog');
  await pressAction(page, 'Archive');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('alert').getByText('WEST is not empty.').waitFor();
  await shop.updateSku('CUP-01', { location: 'A9/S1', on_hand: 0 });
  await system.call('PATCH', `/locations/${id}`, { key: shop.key, body: { name: 'Of another' } });
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByText(/^Changed by .+ at/).waitFor();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  expect((await shop.location(id)).status).toBe('archived');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => expect(await actionsInMenus(page)).toContain('Archive'));
  expect((await shop.location(id)).status).toBe('active');

  await page.getByRole('navigation', { name: 'Locations, from' }).getByRole('link', { name: 'MAIN' }).click();
  await page.getByRole('region', { name: 'MAIN', exact: true }).getByRole('button', { name: 'Edit' }).click();
  expect(await dialog.getByLabel('Code').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
  expect(await actionsInMenus(page)).toEqual([]);
  await close();
});

test('rules of orders are set beside the tree, and what a warehouse ships on its own panel', async () => {
  const { id } = await shop.createLocation({ type: 'warehouse', code: 'NORTH' });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/locations');
  const rules = page.getByRole('region', { name: 'Which warehouse ships an order' });
  await rules.getByText('Any', { exact: true }).waitFor();
  await rules.getByRole('button', { name: 'Change rules' }).click();
  await dialog.getByText('By priority').click();
  await dialog.getByText('By line').click();
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rules.getByText('By line', { exact: true }).waitFor();
  const read = await system.call('GET', '/allocation-rules', { key: shop.key });
  expect(read.as(200, allocationRulesRecord)).toMatchObject({ strategy: 'priority', split: 'by_line', version: 1 });

  await open(`/sandbox/locations?location=${id}`);
  const panel = page.getByRole('region', { name: 'NORTH', exact: true });
  await panel.getByText('All countries').waitFor();
  await panel.getByRole('button', { name: 'Shipping' }).click();
  await dialog.getByLabel('Ships orders').selectOption('No');
  await dialog.getByLabel('Priority').fill('10');
  await dialog.getByLabel('Ships to').fill('se no');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await panel.getByText('NO, SE').waitFor();
  expect(await shop.location(id)).toMatchObject({ ships: false, priority: 10, countries: ['NO', 'SE'] });
  expect(complaints()).toEqual([]);
  await close();
});

test('a SKU in two warehouses shows the quantities of each', async () => {
  await shop.createLocation({ type: 'warehouse', code: 'SOUTH' });
  await shop.createSku({ sku: 'BOWL-01', name: 'Bowl', on_hand: 4, location: 'A4/S1' });
  const bowls = (await shop.locations()).find(({ path }) => path === 'MAIN:A4/S1');
  await shop.transfer(bowls?.id ?? '', { to: 'SOUTH', sku: 'BOWL-01', quantity: 1 });
  const { page, open, close } = await browser.window({ member: manager });
  await open('/sandbox/stock/BOWL-01');

  const table = page.getByRole('table', { name: 'By warehouse' });
  await table.getByRole('link', { name: 'SOUTH' }).waitFor();
  const rows = (await table.getByRole('row').allInnerTexts()).slice(1).map((row) => row.replaceAll(/\s+/g, ' '));
  expect(rows.slice(0, 2)).toEqual(['MAIN 3 0 0 0 0 3 0 – – Set', 'SOUTH 1 0 0 0 0 1 0 – – Set']);
  // Those in which it has nothing can be set too.
  expect(rows.slice(2).every((row) => row.endsWith(' 0 0 0 0 0 0 0 – – Set'))).toBe(true);
  await close();
});

test('a viewer sees the locations and no way to change them', async () => {
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const main = (await shop.locations()).find(({ path }) => path === 'MAIN');
  const { page, open, close } = await browser.window({ member: viewer });
  await open(`/sandbox/locations?location=${main?.id}`);
  await page.getByRole('region', { name: 'MAIN', exact: true }).waitFor();
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Add|Edit|Archive|Shipping/ })
      .count(),
  ).toBe(0);
  await close();
});
