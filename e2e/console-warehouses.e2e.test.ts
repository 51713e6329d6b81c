import { fulfilmentPage, operations, type OrderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { wedge } from './console/keyboard.ts';
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
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop with two buildings'));
    for (const code of ['W1', 'W2']) await shop.ask(operations.createLocation, { body: { type: 'warehouse', code } });
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 0 });
    await receive(30, 'W1:A1/S1');
    await receive(40, 'W2:A1/S1');
  },
  () => browser?.stop(),
);

const receive = (delta: number, location: string) =>
  shop.ask(operations.adjustStock, { at: { sku: 'MUG-01' }, body: { delta, reason: 'receipt', location } });
const orderFromBoth = (quantity: number, name?: string): Promise<OrderRecord> =>
  shop.createOrder({
    ...(name && { external_id: name }),
    lines: [{ sku: 'MUG-01', quantity }],
    ship_from: ['W1', 'W2'],
    split: 'within_line',
  });
const heldIn = ({ lines }: OrderRecord) =>
  Object.fromEntries(lines[0]?.allocations.map(({ warehouse, quantity }) => [warehouse, quantity]) ?? []);

test('an order is taken for two warehouses with its rank; where its units are held stands on its page and on that of the SKU', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open('/sandbox/orders/new');
  const create = page.getByRole('button', { name: 'Create order' });
  await page.getByRole('combobox', { name: 'SKU of line 1' }).fill('MUG-01');
  await page.getByLabel('Units of line 1').fill('50');
  const allocation = page.getByText('Allocation and priority');
  await allocation.click();
  await page.getByLabel('Ships from').fill('W1 W9');
  await page.getByLabel('Split over warehouses').selectOption('within_line');
  await page.getByLabel('Priority').selectOption('8');
  await page.getByLabel('Priority').press('Tab');
  await page.keyboard.type('06012099');
  await allocation.click();
  await page.getByLabel('Priority').waitFor({ state: 'hidden' });
  const [desk, phone] = [page.viewportSize(), { width: 360, height: 740 }];
  await page.setViewportSize(phone);
  await page.evaluate('scrollTo(0, 0)');
  const button = await create.boundingBox();
  expect(button && button.y + button.height).toBeLessThanOrEqual(phone.height);
  if (desk) await page.setViewportSize(desk);
  await create.click();
  // A fault opens what it is in.
  await page.getByText('The date and time is incomplete').waitFor();
  await page.getByLabel('Ship by').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Priority').press('Tab');
  await page.keyboard.type('06012099');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1000AM');
  await create.click();
  await page.getByText(/W9/).last().waitFor();
  expect((await shop.orders()).map(({ status }) => status)).toEqual(['rejected']);
  expect(await violationsOn(page)).toEqual([]);

  await page.getByLabel('Ships from').fill('W1 W2');
  await create.click();
  await page.waitForURL(/\/orders\/ord_/);
  const made = (await shop.orders()).find(({ status }) => status === 'created');
  expect(made).toMatchObject({ priority: 8, ship_by: '2099-06-01T08:00:00.000Z', split: 'within_line' });
  expect(made && heldIn(made)).toEqual({ W1: 30, W2: 20 });
  const line = page.getByRole('table', { name: 'Lines' }).locator('tbody tr');
  await line.getByText('30 in W1, 20 in W2').waitFor();
  await page.getByText('W1, W2', { exact: true }).waitFor();

  await open('/sandbox/stock/MUG-01');
  const rows = page.getByRole('table', { name: 'By warehouse' }).locator('tbody tr');
  expect(await rows.nth(0).innerText()).toMatch(/W1\s+30\s+30/);
  expect(await rows.nth(1).innerText()).toMatch(/W2\s+40\s+20/);
  expect(await violationsOn(page)).toEqual([]);
  expect(complaints()).toEqual([]);
  await shop.cancel(made?.id ?? '');
  await close();
});

test('units change their warehouse, or are refused in the dialog; parts leave from one warehouse each, or find units in another', async () => {
  const { id } = await orderFromBoth(50);
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('button', { name: 'Change warehouse' }).click();
  const submit = dialog.getByRole('button', { name: 'Change warehouse' });
  await submit.click();
  await dialog.getByText('Name the warehouse.').waitFor();
  await dialog.getByLabel('To be held in').fill('W2');
  await dialog.getByLabel('Held in', { exact: true }).selectOption('W1');
  await dialog.getByLabel('Units of MUG-01').fill('30');
  await submit.click();
  // W2 has 20 that no order holds.
  await dialog.getByRole('alert').waitFor();
  expect(heldIn(await shop.order(id))).toEqual({ W1: 30, W2: 20 });
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel('Units of MUG-01').fill('20');
  await submit.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('10 in W1, 40 in W2').waitFor();
  expect(heldIn(await shop.order(id))).toEqual({ W1: 10, W2: 40 });

  await page.getByRole('button', { name: 'Create fulfilment' }).click();
  await dialog.getByLabel('Warehouse').selectOption('W2');
  await eventually(async () => expect(await dialog.getByLabel('Units of MUG-01').inputValue()).toBe('40'));
  await dialog.getByRole('button', { name: 'Create fulfilment' }).click();
  await dialog.waitFor({ state: 'detached' });
  const part = page.getByRole('region', { name: 'Fulfilments' });
  await part.getByText('W2', { exact: true }).waitFor();
  await part.getByText('In no fulfilment: 10 units allocated.').waitFor();

  await page.getByRole('button', { name: 'Pack fulfilment 1' }).click();
  await dialog.getByLabel('Units of MUG-01 in parcel 1').fill('35');
  await dialog.getByLabel('5 units are not packed').selectOption('They are allocated in other warehouses that have some');
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('15 in W1, 35 in W2').waitFor();
  expect(heldIn(await shop.order(id))).toEqual({ W1: 15, W2: 35 });
  expect(complaints()).toEqual([]);
  await shop.cancel(id);
  await close();
});

test('units that one warehouse lacks are packed from another at the scan station', async () => {
  const { id } = await orderFromBoth(20, 'near-1');
  const picker = await joinAccount(system, { accountId, role: 'fulfilment' });
  const { page, open, complaints, close } = await browser.window({ member: picker, width: 360 });
  const said = page.locator('.scan-top').getByRole('status');
  const inHand = (warehouse: string) => page.getByRole('heading', { name: `Order near-1, ${warehouse}` }).waitFor();
  const openOrder = async (mode: string): Promise<void> => {
    await open(`/sandbox/station?mode=${mode}`);
    await page.getByLabel('Order', { exact: true }).waitFor();
    await wedge(page, 'near-1');
  };
  expect(heldIn(await shop.order(id))).toEqual({ W1: 20 });
  await openOrder('pick');
  await inHand('W1');
  // Those of the other warehouse are not for this order.
  await page.getByText('30 at W1:A1/S1', { exact: true }).waitFor();

  await openOrder('pack');
  await inHand('W1');
  await scanUnits(page, 18);
  await page.getByText('2 units left').waitFor();
  await page.getByRole('button', { name: 'Pack without the rest' }).click();
  await page.getByRole('button', { name: 'From another warehouse' }).click();
  await said.getByText('Order near-1 is packed.').waitFor();
  expect(heldIn(await shop.order(id))).toEqual({ W1: 18, W2: 2 });

  // The order is still in hand there, and by now its other units are.
  await open('/sandbox/station?mode=pick');
  await inHand('W2');
  await page.getByText('40 at W2:A1/S1', { exact: true }).waitFor();
  await openOrder('pack');
  await inHand('W2');
  await scanUnits(page, 2);
  await page.getByRole('button', { name: 'Pack order' }).click();
  await said.getByText('Order near-1 is packed.').waitFor();
  expect(await packedIn(id)).toEqual({ W1: 18, W2: 2 });
  expect(complaints()).toEqual([]);
  await shop.cancel(id);
  await close();
});

test('an order that two warehouses hold is packed in each at the scan station, by a choice that says what it has', async () => {
  const { id } = await orderFromBoth(50, 'both-1');
  const { page, open, complaints, close } = await browser.window({ member: manager, width: 360 });
  const said = page.locator('.scan-top').getByRole('status');
  await open('/sandbox/station?mode=pack');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, 'both-1');
  await said.getByText('both-1 has several fulfilments: choose one.').waitFor();
  await page.getByRole('button', { name: 'W1: 30 × MUG-01' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'W2: 20 × MUG-01' }).click();
  await page.getByRole('heading', { name: 'Order both-1, W2' }).waitFor();
  await scanUnits(page, 12);
  await page.getByText('8 units left').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Order both-1, W2' }).waitFor();
  await page.getByText('8 units left').waitFor();
  await scanUnits(page, 8);
  await page.getByRole('button', { name: 'Pack order' }).click();
  await said.getByText('Order both-1 is packed.').waitFor();
  expect(await packedIn(id)).toEqual({ W2: 20 });

  await wedge(page, 'both-1');
  await page.getByRole('heading', { name: 'Order both-1, W1' }).waitFor();
  await page.getByText('30 units left').waitFor();
  expect(complaints()).toEqual([]);
  await shop.cancel(id);
  await close();
});

/** Scans units of the one SKU at once. */
async function scanUnits(page: Page, units: number): Promise<void> {
  await page.getByLabel('Units of the next code').fill(`${units}`);
  await page.keyboard.press('Enter');
  await wedge(page, 'MUG-01');
}

/** The units of an order that are packed in each warehouse. */
async function packedIn(id: string): Promise<Readonly<Record<string, number>>> {
  const parts = (await system.call('GET', `/orders/${id}/fulfilments`, { key: shop.key })).as(200, fulfilmentPage).data;
  const packed = parts.filter(({ status }) => status === 'packed');
  return Object.fromEntries(packed.map(({ warehouse, lines: [line] }) => [warehouse, line?.quantity ?? 0]));
}

test('who only reads sees where units are held, and changes nothing', async () => {
  const { id } = await orderFromBoth(50);
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, open, close } = await browser.window({ member: viewer });
  await open(`/sandbox/orders/${id}`);
  await page.getByText('30 in W1, 20 in W2').waitFor();
  expect(await page.getByRole('button', { name: 'Change warehouse' }).count()).toBe(0);
  await open('/sandbox/locations');
  await page.getByRole('heading', { name: 'Which warehouse ships an order' }).waitFor();
  expect(await page.getByRole('button', { name: 'Change rules' }).count()).toBe(0);
  expect(heldIn(await shop.order(id))).toEqual({ W1: 30, W2: 20 });
  await close();
});
