import { readFile } from 'node:fs/promises';
import { operations } from '@fulfilment/contracts';
import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
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
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that packs by the dozen'));
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 50 });
    await shop.createSku({ sku: 'GONE', name: 'Sold out', on_hand: 0 });
  },
  () => browser?.stop(),
);

const orderOf = async (name: string, sku = 'MUG-01') =>
  (await shop.createOrder({ external_id: name, lines: [{ sku, quantity: 1 }] })).id;

test('selected orders are packed, each with its result; what failed stays selected and is tried again, and another view selects nothing', async () => {
  const ids = [await orderOf('many-1'), await orderOf('many-2'), await orderOf('many-3')];
  const short = await orderOf('many-short', 'GONE');
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const dialog = page.getByRole('dialog');
  const result = (name: string) => dialog.getByRole('row', { name });
  await open('/sandbox/orders?q=many');
  await page.getByRole('checkbox', { name: 'Select many-short' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await bar.getByText('4 orders selected').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  // Another one edits one of them after it was listed.
  await shop.ask(operations.updateOrder, { at: { ord_: ids[1] ?? '' }, body: { note: 'Gift wrap' } });

  await bar.getByRole('button', { name: 'Pack' }).click();
  await dialog.getByText('1 order left out').waitFor();
  await dialog.getByRole('button', { name: 'Pack' }).click();
  await dialog.getByText('2 of 3 done, 1 failed.').waitFor();

  await result('many-1').getByText('Done').waitFor();
  await result('many-3').getByText('Done').waitFor();
  expect(await result('many-2').innerText()).toContain('version');
  expect(await violationsOn(page)).toEqual([]);
  expect((await shop.order(ids[1] ?? '')).status).toBe('created');
  await bar.getByText('2 orders selected').waitFor();
  await dialog.getByRole('button', { name: 'Try 1 again' }).click();
  await dialog.getByText('3 of 3 done.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });

  await bar.getByText('1 order selected').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select many-short' }).isChecked()).toBe(true);
  expect(await Promise.all([...ids, short].map(async (id) => (await shop.order(id)).status))).toEqual([
    'packed',
    'packed',
    'packed',
    'created',
  ]);
  expect((await shop.history(ids[0] ?? '')).map(({ transition }) => transition)).toEqual(['create', 'pack']);
  await page.getByRole('link', { name: 'Packed', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select many-short' }).waitFor({ state: 'detached' });
  expect(await bar.count()).toBe(0);
  expect(complaints()).toEqual([]);
  await close();
});

test('selected orders are shipped with a carrier, put on hold, cancelled and exported', async () => {
  const [first, second] = [await orderOf('each-1'), await orderOf('each-2')];
  await shop.pack(first);
  const { page, open, close } = await browser.window({ member: manager });
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const dialog = page.getByRole('dialog');
  const take = async (step: string, counted: string, fill?: () => Promise<void>): Promise<void> => {
    await bar.getByRole('button', { name: step }).click();
    await fill?.();
    await dialog.getByRole('button', { name: step }).click();
    await dialog.getByText(counted).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  };
  await open('/sandbox/orders?view=all&q=each');
  await page.getByRole('checkbox', { name: 'Select each-1' }).click();
  await page.getByRole('checkbox', { name: 'Select each-2' }).click();
  const printed = await bar.getByRole('link', { name: 'Pick list' }).getAttribute('href');
  expect([first, second].filter((id) => !printed?.includes(id))).toEqual([]);
  const [saved] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Export CSV' }).click()]);
  const text = await readFile(await saved.path(), 'utf8');
  expect(
    text
      .split('\n')
      .slice(1, -1)
      .map((row) => row.slice(0, first.length))
      .toSorted(),
  ).toEqual([first, second].toSorted());

  await take('Ship', '1 of 1 done.', () => dialog.getByLabel('Carrier').fill('DHL'));
  await bar.getByText('1 order selected').waitFor();
  await take('Hold', '1 of 1 done.', async () => {
    await dialog.getByRole('combobox', { name: 'Reason' }).fill('Fraud check');
    // The list of suggestions hides what is behind it.
    await page.keyboard.press('Tab');
  });
  await page.getByRole('checkbox', { name: 'Select each-2' }).click();
  await take('Cancel', '1 of 1 done.', () => dialog.getByLabel('Reason').fill('fraud'));

  expect(await shop.order(first)).toMatchObject({ status: 'shipped', carrier: 'DHL' });
  expect(await shop.order(second)).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'fraud',
    holds: [{ reason: 'fraud_check' }],
  });
  await close();
});

test('filters are saved by a name, open as they were, and a viewer selects to export alone', async () => {
  await orderOf('kept-1');
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, open, close } = await browser.window({ member: viewer });
  await open('/sandbox/orders?view=all&q=kept');
  await page.getByRole('checkbox', { name: 'Select kept-1' }).click();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Export CSV', 'Clear selection']);
  await page.getByRole('button', { name: 'Save filters' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Kept ones');
  await page.getByRole('dialog').getByRole('button', { name: 'Save filters' }).click();
  await page.getByRole('link', { name: 'Kept ones' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);

  await open('/sandbox/orders');
  await page.getByRole('link', { name: 'Kept ones' }).click();
  await page.waitForURL((url) => url.search === '?view=all&q=kept');
  await page.getByRole('link', { name: 'kept-1' }).waitFor();
  await page.getByRole('button', { name: 'Remove filter Kept ones' }).click();
  await page.getByRole('link', { name: 'Kept ones' }).waitFor({ state: 'detached' });
  await close();
});

test('selected SKUs are archived and restored, each with its result, and what failed stays selected; labels and a file are of them alone', async () => {
  const codes = ['LOT-1', 'LOT-2', 'LOT,3'];
  for (const sku of codes) await shop.createSku({ sku, name: `=Lot ${sku}`, on_hand: 5 });
  const statuses = () => Promise.all(codes.map(async (sku) => (await shop.sku(sku)).status));
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const bar = page.getByRole('region', { name: 'Selected SKUs' });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/stock?q=lot');
  await page.getByRole('checkbox', { name: 'Select LOT-1' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await bar.getByText('3 SKUs selected').waitFor();
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Set safety stock', 'Archive', 'Export CSV', 'Clear selection']);
  expect(await violationsOn(page)).toEqual([]);

  const [saved] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Export CSV' }).click()]);
  const [head, ...rows] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toMatch(/^sku,name,status,on_hand,/);
  expect(rows.map((row) => row.split(',active,5,')[0] ?? '').toSorted()).toEqual([
    `"LOT,3","'=Lot LOT,3"`,
    `LOT-1,"'=Lot LOT-1"`,
    `LOT-2,"'=Lot LOT-2"`,
  ]);

  // Another one edits one of them after it was listed.
  await shop.ask(operations.updateSku, { at: { sku: 'LOT-2' }, body: { name: 'Renamed' } });
  await bar.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByText('2 of 3 done, 1 failed.').waitFor();
  expect(await dialog.getByRole('row', { name: 'LOT-2' }).innerText()).toContain('version');
  expect(await violationsOn(page)).toEqual([]);
  expect(await statuses()).toEqual(['archived', 'active', 'archived']);
  await bar.getByText('1 SKU selected').waitFor();
  await dialog.getByRole('button', { name: 'Try 1 again' }).click();
  await dialog.getByText('3 of 3 done.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar.waitFor({ state: 'detached' });
  expect(await statuses()).toEqual(['archived', 'archived', 'archived']);

  await open('/sandbox/stock?view=archived&q=lot');
  await page.getByRole('checkbox', { name: 'Select LOT-1' }).click();
  await page.getByRole('checkbox', { name: 'Select LOT,3' }).click();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByText('2 of 2 done.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await statuses()).toEqual(['active', 'archived', 'active']);

  await open('/sandbox/stock?q=lot');
  await page.getByRole('checkbox', { name: 'Select LOT-1' }).click();
  await page.getByRole('checkbox', { name: 'Select LOT,3' }).click();
  await bar.getByRole('link', { name: 'Print labels' }).click();
  await page.getByRole('heading', { name: 'Labels' }).waitFor();
  await page.locator('.label-sheet').first().waitFor();
  expect(await page.locator('.label-sheet > strong').allInnerTexts()).toEqual(['LOT,3', 'LOT-1']);
  expect(complaints()).toEqual([]);
  await close();
});

test('selected SKUs get a safety stock and a reorder point, each with its result; what is empty stays as it is', async () => {
  const codes = ['KIT-1', 'KIT-2', 'KIT-3'];
  for (const sku of codes) await shop.createSku({ sku, name: `Kit ${sku}`, on_hand: 9, reorder_point: 3 });
  const settings = () =>
    Promise.all(
      codes.map(async (code) => (({ safety_stock, reorder_point }) => [safety_stock, reorder_point])(await shop.sku(code))),
    );
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const bar = page.getByRole('region', { name: 'Selected SKUs' });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/stock?q=kit');
  await page.getByRole('checkbox', { name: 'Select KIT-1' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  // Another one edits one of them after it was listed.
  await shop.updateSku('KIT-2', { name: 'Renamed' });
  await bar.getByRole('button', { name: 'Set safety stock' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Fill in one of them.').waitFor();
  await dialog.getByLabel('Safety stock').fill('-2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.error').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel('Safety stock').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('2 of 3 done, 1 failed.').waitFor();
  expect(await settings()).toEqual([
    [2, 3],
    [0, 3],
    [2, 3],
  ]);
  await dialog.getByRole('button', { name: 'Try 1 again' }).click();
  await dialog.getByText('3 of 3 done.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar.waitFor({ state: 'detached' });

  await page.getByRole('checkbox', { name: 'Select KIT-1' }).click();
  await bar.getByRole('button', { name: 'Set safety stock' }).click();
  await dialog.getByLabel('Safety stock').fill('0');
  await dialog.getByLabel('Reorder point').fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('1 of 1 done.').waitFor();
  expect(await settings()).toEqual([
    [0, 7],
    [2, 3],
    [2, 3],
  ]);
  expect(complaints()).toEqual([]);
  await close();
});
