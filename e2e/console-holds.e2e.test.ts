import { operations, type OrderRecord, orderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { actionsInMenus, buttonsOf, pressAction } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that holds orders in the console'));
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100 });
  },
  () => browser?.stop(),
);

const lines = [{ sku: 'MUG-01', quantity: 2 }];
const order = (name: string, facts: object = {}) => shop.createOrder({ external_id: name, lines, ...facts });
const hold = async (id: string, body: object): Promise<OrderRecord> =>
  orderRecord.parse(await shop.ask(operations.holdOrder, { at: { ord_: id }, body }));
const holdsOf = (page: Page) => page.getByRole('region', { name: 'Holds' });
const badge = (page: Page) => page.getByRole('main').locator('.page-header .badge', { hasText: 'On hold' });

test('an order is put on hold with a reason until a local time, and cannot be packed; header, list and filter say so', async () => {
  const { id } = await order('held-1');
  await order('free-1');
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await pressAction(page, 'Put on hold');
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Put on hold' });
  await submit.click();
  await dialog.locator('.error').waitFor();
  await dialog.getByLabel('Reason').fill('Awaiting pay');
  await dialog.getByRole('option', { name: 'Awaiting payment' }).click();
  await dialog.getByLabel('Note').fill('Bank transfer, due on Monday');
  await dialog.getByLabel('Until').fill('2020-06-01T10:00');
  await submit.click();
  await dialog.getByText('This time has passed: choose a later one.').waitFor();
  await dialog.getByLabel('Until').fill('');
  await dialog.getByLabel('Until').click();
  await page.keyboard.type('01');
  await submit.click();
  await dialog.getByText('The date and time is incomplete').waitFor();
  expect((await shop.order(id)).holds).toEqual([]);

  await dialog.getByLabel('Until').fill('2099-06-01T10:00');
  expect(await violationsOn(page)).toEqual([]);
  await submit.click();
  await dialog.waitFor({ state: 'detached' });
  const item = holdsOf(page).getByRole('listitem');
  for (const text of ['Awaiting payment', 'Bank transfer, due on Monday', 'you', 'Units kept'])
    await item.getByText(text).waitFor();
  await badge(page).waitFor();
  // 10:00 in Berlin, where the browser is.
  expect((await shop.order(id)).holds).toMatchObject([
    { reason: 'awaiting_payment', until: '2099-06-01T08:00:00.000Z', release_stock: false, placed_by: manager.id },
  ]);
  const pack = page.getByRole('button', { name: 'Pack order' });
  expect(await pack.isDisabled()).toBe(true);
  const reason = await pack.getAttribute('aria-describedby');
  expect(await page.locator(`#${reason}`).innerText()).toMatch(/^This order cannot be packed or shipped until/);
  expect(await violationsOn(page)).toEqual([]);

  await open('/sandbox/orders');
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
  await rows.filter({ hasText: 'held-1' }).getByText('On hold', { exact: true }).waitFor();
  expect(await rows.filter({ hasText: 'free-1' }).getByText('On hold', { exact: true }).count()).toBe(0);
  const names = async () => (await rows.locator('a').allInnerTexts()).filter((text) => text.endsWith('-1'));
  await page.getByLabel('Hold').selectOption('On hold');
  await eventually(async () => expect(await names()).toEqual(['held-1']));
  await page.getByLabel('Hold').selectOption('Not on hold');
  await eventually(async () => expect(await names()).toEqual(['free-1']));

  // An order on hold is not ready, and the overview leads to it.
  await open('/sandbox/overview');
  await page.getByRole('link', { name: '1 on hold' }).click();
  await eventually(async () => expect(await names()).toEqual(['held-1']));
  await page.getByLabel('Hold').selectOption('Not on hold');
  await eventually(async () => expect(await names()).toEqual(['free-1']));
  await page.getByRole('link', { name: 'Ready to pack 1' }).waitFor();
  await page.getByRole('link', { name: 'Open 2' }).waitFor();

  // An address may ask for what the view has by itself; other views then leave out orders that are counted.
  await open('/sandbox/orders?view=ready&on_hold=false');
  await eventually(async () => expect(await names()).toEqual(['free-1']));
  await page.getByRole('link', { name: 'Ready to pack 1' }).waitFor();
  await page.getByRole('link', { name: 'Open', exact: true }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('of two holds one is released, the other still stops the order, and no button releases both', async () => {
  const { id } = await order('held-2');
  await hold(id, { reason: 'fraud_check' });
  await hold(id, { reason: 'awaiting_payment', release_stock: true });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  const panel = holdsOf(page);
  await panel.getByText('Units given back').waitFor();
  expect(await panel.getByRole('button').allInnerTexts()).toEqual(['Put on hold', 'Release', 'Release']);
  await panel.getByRole('button', { name: 'Release hold Awaiting payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The order stays on hold: 1 other hold stays.').waitFor();
  await dialog.getByRole('button', { name: 'Release hold Awaiting payment' }).click();
  await dialog.waitFor({ state: 'detached' });
  await panel.getByText('Awaiting payment').waitFor({ state: 'detached' });
  expect((await shop.order(id)).holds).toMatchObject([{ reason: 'fraud_check' }]);
  await badge(page).waitFor();

  await panel.getByRole('button', { name: 'Release hold Fraud check' }).click();
  await dialog.getByRole('button', { name: 'Release hold Fraud check' }).click();
  await dialog.waitFor({ state: 'detached' });
  await badge(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pack order' }).click();
  await dialog.getByRole('button', { name: 'Pack order' }).click();
  await eventually(async () => expect((await shop.order(id)).status).toBe('packed'));
  await close();
});

test('refusals stand in the dialog that met them: a hold placed before packing, a hold that is gone, a fault of a field', async () => {
  const { id } = await order('held-3');
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Pack order' }).click();
  const held = await hold(id, { reason: 'fraud_check' });
  await dialog.getByRole('button', { name: 'Pack order' }).click();
  // The version that was seen is no longer the present one; pressed again, the step is for that.
  await dialog.getByText('Changed since you opened it').waitFor();
  await dialog.getByRole('button', { name: 'Pack order' }).click();
  await dialog.getByRole('alert').getByText('About order_on_hold').waitFor();
  await dialog.getByRole('alert').getByText('The order is on hold: fraud_check.').waitFor();
  await page.keyboard.press('Escape');

  await holdsOf(page).getByRole('button', { name: 'Release hold Fraud check' }).click();
  await shop.ask(operations.releaseHold, { at: { ord_: id, hld_: held.holds[0]?.id ?? '' } });
  await dialog.getByRole('button', { name: 'Release hold Fraud check' }).click();
  await dialog.getByRole('alert').getByText('There is no such hold.').waitFor();
  await page.keyboard.press('Escape');

  await pressAction(page, 'Put on hold');
  await dialog.getByLabel('Reason').fill('Fraud check');
  await dialog.getByLabel('Until').fill('2099-06-01T10:00');
  // The time passes on the way.
  await page.route('**/holds?*', async (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), until: '2020-01-01T00:00:00.000Z' } }),
  );
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await dialog.locator('.field', { hasText: 'Until' }).locator('.error', { hasText: 'The time has passed.' }).waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  expect((await shop.order(id)).holds).toEqual([]);
  await close();
});

test('a hold whose time has come stops nothing, also while the record still has it', async () => {
  const { id } = await order('held-4');
  await hold(id, { reason: 'awaiting_payment', until: new Date(Date.now() + 3_600_000).toISOString() });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await badge(page).waitFor();
  await page.clock.setFixedTime(Date.now() + 3_601_000);
  await page.reload();
  await page.getByRole('button', { name: 'Pack order' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pack order' }).isEnabled()).toBe(true);
  expect(await badge(page).count()).toBe(0);
  expect(await holdsOf(page).getByRole('listitem').count()).toBe(0);
  expect((await shop.order(id)).holds).toHaveLength(1);
  await close();
});

test('a viewer sees why an order stands and no button; an order that has ended offers no hold and no priority', async () => {
  const { id } = await order('held-5');
  await hold(id, { reason: 'fraud_check', note: 'Two cards were tried' });
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const seen = await browser.window({ member: viewer });
  await seen.open(`/sandbox/orders/${id}`);
  await holdsOf(seen.page).getByText('Two cards were tried').waitFor();
  expect(await buttonsOf(seen.page).count()).toBe(0);
  await seen.close();

  await shop.cancel(id);
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('region', { name: 'History' }).getByText('Cancelled').waitFor();
  expect(await holdsOf(page).count()).toBe(0);
  expect(await badge(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Edit priority' }).count()).toBe(0);
  expect(await actionsInMenus(page)).not.toContain('Edit priority');
  await close();
});

test('priority and time to ship by are set, shown on the page and in the list, and cleared', async () => {
  const { id } = await order('ranked-1');
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open('/sandbox/orders?external_id=ranked-1');
  await page.getByRole('link', { name: 'ranked-1' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Priority' }).count()).toBe(0);
  await page.getByRole('link', { name: 'ranked-1' }).click();
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('5 (default)').waitFor();
  const dialog = page.getByRole('dialog');
  await pressAction(page, 'Edit priority');
  await dialog.getByLabel('Priority').selectOption('9 (first)');
  await dialog.getByLabel('Ship by').fill('2099-12-01T10:00');
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () =>
    expect(await shop.order(id)).toMatchObject({ priority: 9, ship_by: '2099-12-01T09:00:00.000Z', pending_transition: null }),
  );
  await details.getByText('1 Dec 2099, 10:00').waitFor();

  await open('/sandbox/orders?external_id=ranked-1');
  await page.getByRole('columnheader', { name: 'Priority' }).waitFor();
  await page.getByRole('cell', { name: '9 by 1 Dec 2099', exact: true }).waitFor();
  await page.getByRole('link', { name: 'ranked-1' }).click();
  await pressAction(page, 'Edit priority');
  await dialog.getByLabel('Ship by').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => expect(await shop.order(id)).toMatchObject({ priority: 9, ship_by: null }));
  expect(complaints()).toEqual([]);
  await close();
});

test('the overview leads to the orders that wait, in the order of their rank, with the reasons of each', async () => {
  const { id: own } = await system.operator.account('A shop whose orders wait');
  const packer = await joinAccount(system, { accountId: own, role: 'fulfilment' });
  const waiting = makeShop(system.call, (await system.operator.key({ accountId: own, environment: 'sandbox' })).key);
  await waiting.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 3 });
  await waiting.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
  const lacks = (name: string, quantity: number, facts: object = {}) =>
    waiting.createOrder({ external_id: name, lines: [{ sku: 'CUP-01', quantity }], ...facts });
  await lacks('oldest', 5);
  await lacks('later', 1);
  await lacks('dated', 1, { ship_by: '2099-12-01T09:00:00Z' });
  await lacks('first', 1, { priority: 9 });
  const fine = await waiting.createOrder({ external_id: 'fine', lines });
  const stopped = await waiting.createOrder({ external_id: 'stopped', lines, priority: 0 });
  await waiting.ask(operations.holdOrder, { at: { ord_: stopped.id }, body: { reason: 'fraud_check' } });
  expect(fine.allocation).toBe('allocated');

  const { page, open, complaints, close } = await browser.window({ member: packer });
  await open('/sandbox/overview');
  await page.getByRole('link', { name: 'What waits and why' }).click();
  const rows = page.getByRole('table', { name: 'What waits and why' }).locator('tbody tr');
  const names = async () => await rows.locator('th').allInnerTexts();
  await eventually(async () => expect(await names()).toEqual(['first', 'dated', 'oldest', 'later', 'stopped']));
  await rows.filter({ hasText: 'oldest' }).getByText('2 × CUP-01').waitFor();
  await rows.filter({ hasText: 'stopped' }).getByText('Fraud check').waitFor();
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('link', { name: 'On hold', exact: true }).click();
  await eventually(async () => expect(await names()).toEqual(['stopped']));
  await page.getByRole('link', { name: 'For stock', exact: true }).click();
  await eventually(async () => expect(await names()).toEqual(['first', 'dated', 'oldest', 'later']));
  await page.getByLabel('SKU').fill('MUG-01');
  await page.getByRole('heading', { name: 'No order that waits matches' }).waitFor();
  await page.getByRole('link', { name: 'All open orders' }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('orders that wait are filtered by search, warehouse and age, which the address keeps; filters that leave nothing are cleared', async () => {
  const { id: own } = await system.operator.account('A shop whose orders wait in two buildings');
  const packer = await joinAccount(system, { accountId: own, role: 'fulfilment' });
  const waiting = makeShop(system.call, (await system.operator.key({ accountId: own, environment: 'sandbox' })).key);
  await waiting.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 0 });
  for (const code of ['W1', 'W2']) {
    await waiting.ask(operations.createLocation, { body: { type: 'warehouse', code } });
    const body = { delta: 1, reason: 'receipt', location: `${code}:A1` } as const;
    await waiting.ask(operations.adjustStock, { at: { sku: 'CUP-01' }, body });
    await waiting.createOrder({ external_id: `short-${code}`, lines: [{ sku: 'CUP-01', quantity: 2 }], ship_from: [code] });
  }
  const done = await waiting.createOrder({ external_id: 'short-done', lines: [{ sku: 'CUP-01', quantity: 2 }] });
  await waiting.cancel(done.id);

  const { page, open, complaints, close } = await browser.window({ member: packer });
  await open('/sandbox/orders/waiting');
  const names = async () => await page.getByRole('table', { name: 'What waits and why' }).locator('tbody tr th').allInnerTexts();
  await eventually(async () => expect(await names()).toEqual(['short-W1', 'short-W2']));
  await page.getByLabel('Holds units in').selectOption('W2');
  await eventually(async () => expect(await names()).toEqual(['short-W2']));
  await page.reload();
  await eventually(async () => expect(await names()).toEqual(['short-W2']));
  await page.getByRole('button', { name: 'Save filters' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel('Holds units in').selectOption('All warehouses');
  // A search without statuses would find the cancelled one too.
  await page.getByLabel('Search').fill('short');
  await page.waitForURL(/q=short/);
  await eventually(async () => expect(await names()).toEqual(['short-W1', 'short-W2']));
  await page.getByLabel('Search').fill('short-w1');
  await eventually(async () => expect(await names()).toEqual(['short-W1']));

  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
  await page.getByLabel('Age', { exact: true }).selectOption('Over 2 days');
  await page.waitForURL(/age=2/);
  await eventually(async () => expect(await names()).toEqual(['short-W1']));
  await page.getByLabel('Age', { exact: true }).selectOption('Over 4 days');
  await page.getByRole('heading', { name: 'No order that waits matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await eventually(async () => expect(await names()).toEqual(['short-W1', 'short-W2']));
  expect(new URL(page.url()).search).toBe('');
  expect(complaints()).toEqual([]);
  await close();
});

test('the list of orders is filtered by the days on which they were created, which the address keeps', async () => {
  const { created_at: at } = await order('dated-1');
  const { page, open, close } = await browser.window({ member: manager });
  /** The day of the browser, which is in Berlin, so many days from that of the order. */
  const day = (days: number) =>
    new Date(Date.parse(at) + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
  const found = page.getByRole('link', { name: 'dated-1' });
  await open('/sandbox/orders?q=dated-1');
  await found.waitFor();
  expect(await page.getByLabel('Created from').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Created from').waitFor();
  await open(`/sandbox/orders?q=dated-1&from=${day(0)}&to=${day(0)}`);
  await found.waitFor();
  await page.getByLabel('Created from').fill(day(1));
  await found.waitFor({ state: 'detached' });
  await page.getByLabel('Created from').fill('');
  await found.waitFor();
  await page.getByLabel('Created until').fill(day(-1));
  await found.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('to')).toBe(day(-1));
  await close();
});
