import { operations, type ReservationRecord, reservationRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { buttonsOf, pressAction } from './console/record-actions.ts';
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
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that reserves in the console'));
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 20 });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 20 });
  },
  () => browser?.stop(),
);

async function reserve(name: string, sku: string, quantity: number, seconds = 3_600): Promise<ReservationRecord> {
  const body = { lines: [{ sku, quantity }], expires_in: seconds, external_id: name };
  return reservationRecord.parse(await shop.ask(operations.createReservation, { body }));
}
const reservation = async (id: string): Promise<ReservationRecord> =>
  reservationRecord.parse(await shop.ask(operations.getReservation, { at: { rsv_: id } }));

test('units are reserved by hand, a lack stands at its line, and the page runs down, extends and releases', async () => {
  const { id: own } = await system.operator.account('A shop that reserves for the first time');
  const member = await joinAccount(system, { accountId: own, role: 'manager' });
  const first = makeShop(system.call, (await system.operator.key({ accountId: own, environment: 'sandbox' })).key);
  await first.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
  const { page, open, complaints, close } = await browser.window({ member });
  await open('/sandbox/overview');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reservations' }).click();
  await page.getByRole('heading', { name: 'Nothing is reserved' }).waitFor();
  await page.getByRole('button', { name: 'Reserve units' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('SKU of line 1').fill('MUG-01');
  await dialog.getByLabel('Units of line 1').fill('6');
  await dialog.getByLabel('External id').fill('quote-7');
  await dialog.getByLabel('Keep them for').selectOption('10 minutes');
  await dialog.getByRole('button', { name: 'Reserve units' }).click();
  await dialog.locator('.order-line .error').waitFor();
  expect((await first.sku('MUG-01')).reserved).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel('Units of line 1').fill('4');
  await dialog.getByRole('button', { name: 'Reserve units' }).click();

  await page.getByRole('heading', { name: 'Reservation quote-7', level: 1 }).waitFor();
  const left = page.getByRole('timer');
  const shown = await left.innerText();
  expect(shown).toMatch(/^(?:10 min|9 min \d\d?) /);
  await eventually(async () => expect(await left.innerText()).not.toBe(shown));
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Extend' }).click();
  await dialog.getByLabel('Keep them for').selectOption('4 hours');
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^3 h 59 min/).waitFor();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  expect(await history.locator('strong').allInnerTexts()).toEqual(['Changed', 'Created']);

  await page.getByRole('button', { name: 'Release' }).click();
  await dialog.getByRole('button', { name: 'Release' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.page-header .badge', { hasText: 'Released' }).waitFor();
  expect(await history.locator('strong').allInnerTexts()).toEqual(['Released', 'Created']);
  expect(await buttonsOf(page).count()).toBe(0);
  expect(await first.sku('MUG-01')).toMatchObject({ reserved: 0, available: 5 });
  expect(complaints()).toEqual([]);
  await close();
});

test('reservations are found by state, SKU and external id, and one that became an order leads to it', async () => {
  await reserve('cart-1', 'MUG-01', 1);
  await reserve('cart-2', 'CUP-01', 2);
  const { id: ordered } = await reserve('cart-3', 'MUG-01', 3);
  await shop.createOrder({ external_id: 'shop-3', lines: [{ sku: 'MUG-01', quantity: 3 }], reservation_id: ordered });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open('/sandbox/reservations');
  const rows = page.getByRole('table', { name: 'Reservations' }).locator('tbody tr');
  const names = async () => await rows.locator('th').allInnerTexts();
  await eventually(async () => expect(await names()).toEqual(['cart-2', 'cart-1']));
  await page.getByLabel('SKU').fill('MUG-01');
  await eventually(async () => expect(await names()).toEqual(['cart-1']));
  await page.getByRole('link', { name: 'Ordered', exact: true }).click();
  await eventually(async () => expect(await names()).toEqual(['cart-3']));
  await page.getByLabel('SKU').fill('');
  await page.getByLabel('External id').fill('cart-9');
  await page.getByRole('heading', { name: 'No reservations here' }).waitFor();
  await page.getByRole('link', { name: 'Show all reservations' }).click();
  await eventually(async () => expect(await names()).toEqual(['cart-3', 'cart-2', 'cart-1']));
  await page.getByRole('link', { name: 'cart-3' }).click();
  await page.getByRole('link', { name: 'shop-3' }).click();
  await page.getByRole('heading', { name: 'Order shop-3', level: 1 }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('a reservation that expires while its dialog is open is not extended, and the page says that it is over', async () => {
  const { id } = await reserve('cart-4', 'CUP-01', 2, 30);
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/reservations/${id}`);
  await page.getByRole('button', { name: 'Extend' }).click();
  await eventually(async () => expect((await reservation(id)).status).toBe('expired'), { withinMs: 60_000 });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await dialog.getByRole('alert').getByText('About reservation_expired').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.page-header .badge', { hasText: 'Expired' }).waitFor();
  await page.getByRole('button', { name: 'Extend' }).waitFor({ state: 'detached' });
  await close();
});

test('a viewer sees reservations and no way to make or end one', async () => {
  const { id } = await reserve('cart-5', 'CUP-01', 1);
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, open, close } = await browser.window({ member: viewer });
  await open('/sandbox/reservations');
  await page.getByRole('link', { name: 'cart-5' }).waitFor();
  expect(await page.getByRole('button', { name: 'Reserve units' }).count()).toBe(0);
  await open(`/sandbox/reservations/${id}`);
  await page.getByRole('timer').waitFor();
  expect(await buttonsOf(page).count()).toBe(0);
  await close();
});

test('a SKU leads from its reserved units to its reservations; its safety stock is edited, and what it withholds is shown', async () => {
  await shop.createSku({ sku: 'TEE/RED M', name: 'T-shirt', on_hand: 8 });
  await reserve('cart-6', 'TEE/RED M', 3);
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open(`/sandbox/stock/${encodeURIComponent('TEE/RED M')}`);
  const tile = (name: string) => page.locator('.tiles > div', { hasText: name }).locator('dd');
  await eventually(async () => expect(await tile('Reserved').innerText()).toBe('3'));
  expect(await tile('Withheld').count()).toBe(0);
  await pressAction(page, 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Safety stock').fill('4');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => expect(await tile('Withheld').innerText()).toBe('4'));
  expect(await tile('Available').innerText()).toBe('1');
  expect(await shop.sku('TEE/RED M')).toMatchObject({ safety_stock: 4, buffer: 4, reserved: 3, available: 1 });
  await page.getByRole('link', { name: 'Reserved' }).click();
  await page.getByRole('table', { name: 'Reservations' }).getByRole('link', { name: 'cart-6' }).waitFor();
  expect(await page.getByRole('table', { name: 'Reservations' }).locator('tbody tr').count()).toBe(1);
  expect(complaints()).toEqual([]);
  await close();
});

test('units are reserved in one of several warehouses, which the page and the list show, and the list is filtered by', async () => {
  const { id: own } = await system.operator.account('A shop that reserves in a warehouse');
  const member = await joinAccount(system, { accountId: own, role: 'manager' });
  const two = makeShop(system.call, (await system.operator.key({ accountId: own, environment: 'sandbox' })).key);
  await two.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
  await two.ask(operations.createLocation, { body: { type: 'warehouse', code: 'NORTH', name: 'North' } });
  await two.ask(operations.adjustStock, {
    at: { sku: 'MUG-01' },
    body: { delta: 3, reason: 'receipt', location: 'NORTH' },
  });
  await two.ask(operations.createReservation, {
    body: { lines: [{ sku: 'MUG-01', quantity: 1 }], expires_in: 3_600, external_id: 'pooled' },
  });
  const { page, open, complaints, close } = await browser.window({ member });
  await open('/sandbox/reservations');
  await page.getByRole('button', { name: 'Reserve units' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('SKU of line 1').fill('MUG-01');
  await dialog.getByLabel('Units of line 1').fill('4');
  await dialog.getByLabel('External id').fill('in-north');
  await dialog.getByLabel('Keep them in').selectOption('NORTH – North');
  await dialog.getByRole('button', { name: 'Reserve units' }).click();
  await dialog.locator('.order-line .error').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel('Units of line 1').fill('3');
  await dialog.getByRole('button', { name: 'Reserve units' }).click();

  await page.getByRole('heading', { name: 'Reservation in-north', level: 1 }).waitFor();
  await page.getByRole('main').getByText('NORTH', { exact: true }).waitFor();
  const { warehouses } = await two.sku('MUG-01');
  expect(warehouses.map(({ warehouse, reserved }) => [warehouse, reserved])).toEqual([
    ['MAIN', 1],
    ['NORTH', 3],
  ]);
  await open('/sandbox/reservations');
  const rows = page.getByRole('table', { name: 'Reservations' }).locator('tbody tr');
  await eventually(async () => expect(await rows.locator('th').allInnerTexts()).toEqual(['in-north', 'pooled']));
  await rows.first().getByText('NORTH', { exact: true }).waitFor();
  await page.getByRole('search').getByLabel('Warehouse').selectOption('NORTH – North');
  await eventually(async () => expect(await rows.locator('th').allInnerTexts()).toEqual(['in-north']));
  expect(await violationsOn(page)).toEqual([]);
  expect(complaints()).toEqual([]);
  await close();
});
