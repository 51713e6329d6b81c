import { returnPage, type ReturnRecord, returnRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { hearTones, wedge } from './console/keyboard.ts';
import { buttonsOf, pressAction } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takeReturn } from './system/take-part.ts';

const MUG = '4006381333931';
const CUP = '4012345678901';
const JUG = '4002064001500';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop whose goods come back'));
    await shop.createLocation({ type: 'warehouse', code: 'BACK', usage: 'returns' });
    await shop.createLocation({ type: 'warehouse', code: 'HOLD', usage: 'quarantine' });
    for (const [sku, name, code] of [
      ['MUG-01', 'Mug', MUG],
      ['CUP-01', 'Cup', CUP],
      ['JUG-01', 'Jug', JUG],
    ] as const)
      await shop.createSku({ sku, name, on_hand: 100, location: 'A1/S1', barcodes: [code] });
  },
  () => browser?.stop(),
);

const ADDRESS = { name: 'Ada Ek', address1: 'Lager 4', postal_code: '211 20', city: 'Malmö', country: 'SE' } as const;

/** A shipped order of mugs and cups. */
async function shipped(name: string, [mugs, cups]: readonly [number, number]) {
  const lines = [
    { sku: 'MUG-01', quantity: mugs },
    { sku: 'CUP-01', quantity: cups },
  ];
  const { id } = await shop.createOrder({ external_id: name, ship_to: ADDRESS, lines });
  await shop.pack(id);
  return await shop.ship(id);
}

/** An approved return of so many units of each line; one more of each was shipped. */
async function approved(name: string, quantities: readonly [mugs: number, cups: number]): Promise<ReturnRecord> {
  const [mugs, cups] = quantities;
  const { id, lines } = await shipped(name, [mugs + 1, cups + 1]);
  const units = lines.map(({ id: line_id }, place) => ({ line_id, quantity: quantities[place], reason: 'wrong_size' }));
  return await takeReturn(system.call, shop.key, '/returns', { order_id: id, lines: units, approved: true });
}

const readReturn = async (id: string) => (await system.call('GET', `/returns/${id}`, { key: shop.key })).as(200, returnRecord);

test('a return is requested on the page of its order, approved, received by a scanner, sorted and closed', async () => {
  const order = await shipped('back-1', [3, 2]);
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const tones = await hearTones(page);
  const dialog = page.getByRole('dialog');
  await open(`/sandbox/orders/${order.id}`);

  await page.getByRole('button', { name: 'Request a return' }).click();
  await dialog.getByLabel('Units of MUG-01').fill('4');
  await dialog.getByLabel('Units of CUP-01').fill('1');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await dialog.getByText('A whole number from 0 to 3.').waitFor();
  await dialog.getByLabel('Units of MUG-01').fill('2');
  await dialog.getByLabel('Reason for MUG-01').fill('Too small');
  // The suggestions are closed.
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await dialog.getByText('Each line needs a reason.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel('Reason for CUP-01').fill('Dam');
  await dialog.getByRole('option', { name: 'Damaged' }).click();
  await dialog.getByLabel('Note on CUP-01').fill('The handle is off');
  await dialog.getByLabel('Approval').selectOption('To be approved first');
  await dialog.getByRole('button', { name: 'Request a return' }).click();
  await dialog.waitFor({ state: 'detached' });

  const panel = page.getByRole('region', { name: 'Returns' });
  await panel.getByText('Requested', { exact: true }).waitFor();
  await panel.getByRole('link', { name: /^ret_/ }).click();
  await page.getByRole('heading', { name: /^Return ret_/, level: 1 }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await readReturn(id)).lines).toMatchObject([
    { quantity: 2, reason: 'too_small', note: null },
    { quantity: 1, reason: 'damaged', note: 'The handle is off' },
  ]);
  expect(await page.getByRole('link', { name: 'Receive by scanner' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Receive by scanner' }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  const said = page.getByRole('status');
  const refused = page.getByRole('alert');
  await totals.waitFor();
  await wedge(page, MUG);
  await said.getByText('MUG-01: 1 of 2').waitFor();
  expect(await tones()).toEqual([988]);
  await page.getByLabel('Quarantine').check();
  await wedge(page, CUP);
  await said.getByText('CUP-01: 1 of 1').waitFor();
  await tones();

  await wedge(page, JUG);
  await refused.getByText('Wrong item: JUG-01, Jug, is not in this return.').waitFor();
  expect(await tones()).toEqual([196, 147]);
  await wedge(page, CUP);
  await refused.getByText('Too many: 1 unit of CUP-01 counted, and no more expected.').waitFor();
  await wedge(page, 'NOTHING-KNOWN');
  await refused.getByText('Unknown barcode: no SKU has NOTHING-KNOWN.').waitFor();
  expect(await tones()).toEqual([196, 147, 196, 147]);
  await page.getByLabel('Item').and(page.locator(':focus')).waitFor();
  expect((await totals.innerText()).match(/\d+/g)).toEqual(['3', '0', '2', '1']);
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Receive 2 units' }).click();
  await said.getByText('2 units received, 1 still to come.').waitFor();
  await page.getByRole('link', { name: 'Page of the return' }).click();
  const lines = page.getByRole('table', { name: 'Lines' });
  await lines.getByText('1 to inspect').waitFor();
  await lines.getByText('1 in quarantine').waitFor();

  for (const [from, to] of [
    ['Inspect', 'Restock'],
    ['Restock', 'Scrap'],
  ] as const) {
    await pressAction(page, 'Change disposition');
    await dialog.getByLabel('Present disposition').selectOption(from);
    await dialog.getByLabel('Disposition', { exact: true }).selectOption(to);
    await dialog.getByRole('button', { name: 'Change disposition' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await lines.getByText('1 scrapped').waitFor();
  await pressAction(page, 'Close return');
  await dialog.getByLabel('Reason').fill('one was kept');
  await dialog.getByRole('button', { name: 'Close return' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'History' }).getByText('Return closed').waitFor();

  expect(await readReturn(id)).toMatchObject({
    status: 'closed',
    reason: 'one was kept',
    lines: [
      { received: 1, scrapped: 1, waived: 1, expected: 0 },
      { received: 1, quarantined: 1, expected: 0 },
    ],
  });
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 97, unavailable: 0 });
  expect(await violationsOn(page)).toEqual([]);
  expect(complaints()).toEqual([]);
  await close();
});

test('scanned units can be taken back, wait over a reload, and count once where the answer to their receipt is lost', async () => {
  const { id } = await approved('back-2', [3, 1]);
  const { page, open, complaints, close } = await browser.window({ member: manager, width: 390 });
  const unsent = page.getByRole('region', { name: 'Scanned, not received yet' });
  await open('/sandbox/returns/receive');
  await page.getByLabel('Return or order').waitFor();
  await wedge(page, 'back-2');
  await page.getByRole('status').getByText(`${id} is open.`).waitFor();
  for (const code of [MUG, MUG, CUP, MUG]) await wedge(page, code);
  await unsent.getByText('3 × MUG-01 · Inspect').waitFor();
  await unsent.getByRole('button', { name: 'Undo one CUP-01, inspect' }).click();
  await unsent.getByText('CUP-01').waitFor({ state: 'detached' });
  await unsent.getByRole('button', { name: 'Undo one MUG-01, inspect' }).click();
  await page.reload();
  await unsent.getByText('2 × MUG-01 · Inspect').waitFor();
  const small = `[...document.querySelectorAll('.receiving :is(.button, .input, .choices label)')].filter((each) => each.getBoundingClientRect().height < 44).length`;
  expect(await page.evaluate(small)).toBe(0);

  const keys: (string | undefined)[] = [];
  await page.route('**/returns/*/receipts*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The first one is carried out, and its answer is lost on the way.
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    return await route.abort();
  });
  await page.getByRole('button', { name: 'Receive 2 units' }).click();
  await unsent.getByText('2 units on the way').waitFor();
  await page.reload();
  await page.getByRole('status').getByText('2 units received, 2 still to come.').waitFor();

  expect(new Set(keys).size).toBe(1);
  expect((await readReturn(id)).lines).toMatchObject([{ received: 2, inspecting: 2, expected: 1 }, { received: 0 }]);
  expect(complaints()).toEqual([]);
  await close();
});

test('a receipt that waits for inventory keeps its units on the way until its outcome is known: taken, or refused', async () => {
  const { id, lines } = await approved('back-6', [2, 1]);
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const unsent = page.getByRole('region', { name: 'Scanned, not received yet' });
  const keys: (string | undefined)[] = [];
  let waits = true;
  await page.route('**/returns/*/receipts*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!waits) return await route.continue();
    // As the service answers while inventory is away: recorded, and not decided.
    const body = { ...(await readReturn(id)), pending_transition: 'receive' };
    return await route.fulfill({ status: 202, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await open(`/sandbox/returns/receive?return=${id}`);
  await page.getByLabel('Item').waitFor();
  await wedge(page, MUG);
  await page.getByRole('button', { name: 'Receive 1 unit' }).click();
  await unsent.getByText('1 unit on the way').waitFor();
  await eventually(async () => expect(keys.length).toBeGreaterThan(1));
  expect((await readReturn(id)).lines).toMatchObject([{ received: 0 }, { received: 0 }]);

  waits = false;
  await page.getByRole('status').getByText('1 unit received, 2 still to come.').waitFor();
  await unsent.getByText('1 unit on the way').waitFor({ state: 'detached' });
  expect(new Set(keys).size).toBe(1);
  expect((await readReturn(id)).lines).toMatchObject([{ received: 1, expected: 1 }, { received: 0 }]);

  waits = true;
  await wedge(page, CUP);
  await page.getByRole('button', { name: 'Receive 1 unit' }).click();
  await unsent.getByText('1 unit on the way').waitFor();
  const cup = [{ line_id: lines[1]?.line_id, quantity: 1, disposition: 'missing' }];
  await takeReturn(system.call, shop.key, `/returns/${id}/receipts`, { lines: cup });
  waits = false;
  await unsent.getByRole('alert').getByText('quantity_exceeded').waitFor();
  await unsent.getByText('1 × CUP-01 · Inspect').waitFor();
  expect((await readReturn(id)).lines).toMatchObject([{ received: 1 }, { received: 0, missing: 1 }]);
  expect(complaints()).toEqual([]);
  await close();
});

test('a return without an order is opened in the list, received by a scanner, and found among others', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/returns');
  await page.getByRole('button', { name: 'Open a return without an order' }).click();
  await dialog.getByRole('button', { name: 'Open a return without an order' }).click();
  await dialog.locator('fieldset .error').waitFor();
  await dialog.getByLabel('SKU of line 1').fill('JUG-01');
  await page.keyboard.press('Tab');
  await dialog.getByLabel('Units of line 1').fill('2');
  await dialog.getByLabel('External id').fill('parcel-9');
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Open a return without an order' }).click();

  await page.getByRole('heading', { name: 'Return parcel-9', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Details' }).getByText('Not known').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('link', { name: 'Receive by scanner' }).click();
  await page.getByLabel('Item').waitFor();
  await wedge(page, JUG);
  await page.getByRole('status').getByText('JUG-01: 1 of 2').waitFor();
  await page.getByRole('button', { name: 'Receive 1 unit' }).click();
  await page.getByRole('status').getByText('1 unit received, 1 still to come.').waitFor();
  expect(await readReturn(id)).toMatchObject({ order_id: null, lines: [{ sku: 'JUG-01', reason: 'unlinked', received: 1 }] });

  await open('/sandbox/returns');
  await page.getByLabel('Of an order').selectOption('Without an order');
  const table = page.getByRole('table', { name: 'Returns' });
  await table.getByRole('link', { name: 'parcel-9' }).waitFor();
  await eventually(async () => expect(await table.getByRole('row').count()).toBe(2));
  await table.getByText('Not known').waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('a receipt that is refused leaves its units in view, with the reason', async () => {
  const { id, lines } = await approved('back-3', [1, 1]);
  const { page, open, close } = await browser.window({ member: manager });
  const unsent = page.getByRole('region', { name: 'Scanned, not received yet' });
  await open(`/sandbox/returns/receive?return=${id}`);
  await page.getByLabel('Item').waitFor();
  await page.getByLabel('Restock').check();
  await page.getByLabel('Location').fill('NOWHERE');
  await page.keyboard.press('Enter');
  await wedge(page, MUG);
  await unsent.getByText('1 × MUG-01 · Restock, NOWHERE').waitFor();
  await page.getByRole('button', { name: 'Receive 1 unit' }).click();
  await unsent.getByRole('alert').getByText('unknown_location').waitFor();
  await unsent.getByText('1 × MUG-01 · Restock, NOWHERE').waitFor();
  expect(await readReturn(id)).toMatchObject({ status: 'approved', lines: [{ received: 0 }, { received: 0 }] });
  await unsent.getByRole('button', { name: /^Undo one MUG-01/ }).click();

  // Another device receives all of it.
  const all = lines.map(({ line_id, quantity }) => ({ line_id, quantity }));
  await takeReturn(system.call, shop.key, `/returns/${id}/receipts`, { lines: all });
  await page.getByText('Nothing is counted for now').waitFor();
  await wedge(page, id);
  await page.getByRole('alert').getByText(`Return ${id} is closed: nothing of it can be received.`).waitFor();
  await close();
});

test('an order with several returns lets one be chosen; units are marked as missing, and an order is made in exchange', async () => {
  const order = await shipped('back-4', [3, 1]);
  const ask = (quantity: number, facts: object = {}) =>
    takeReturn(system.call, shop.key, '/returns', {
      order_id: order.id,
      lines: [{ line_id: order.lines[0]?.id, quantity, reason: 'damaged' }],
      approved: true,
      ...facts,
    });
  await ask(1, { external_id: 'rma-1' });
  const second = await ask(2, { external_id: 'rma-2' });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  const named: string[] = [];
  page.on('request', (request) => named.push(...new URL(request.url()).searchParams.getAll('id')));
  await open('/sandbox/returns?order=back-4');
  await page.getByRole('link', { name: 'rma-1' }).waitFor();
  // Its order is asked for once, whatever the number of rows.
  await eventually(async () => expect(await page.getByRole('cell', { name: 'back-4' }).count()).toBe(2));
  expect(named.filter((each) => each.startsWith('ord_'))).toEqual([order.id]);
  expect(await page.getByRole('table', { name: 'Returns' }).getByRole('row').count()).toBe(3);
  await page.getByRole('link', { name: 'Receive by scanner' }).click();
  await page.getByLabel('Return or order').waitFor();
  await wedge(page, order.id);
  await page.getByRole('button', { name: 'rma-2, 2 units expected' }).click();
  await page.getByLabel('Item').waitFor();
  await page.getByRole('link', { name: 'Page of the return' }).click();

  await pressAction(page, 'Mark missing');
  await dialog.getByLabel('Units of MUG-01').fill('1');
  await dialog.getByRole('button', { name: 'Mark missing' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('columnheader', { name: 'Missing' }).waitFor();
  expect((await readReturn(second.id)).lines).toMatchObject([{ quantity: 2, missing: 1, expected: 1 }]);

  await pressAction(page, 'Create exchange order');
  await page.getByText('In exchange for return rma-2.').waitFor();
  expect(await page.getByLabel('Recipient').inputValue()).toBe('Ada Ek');
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByRole('heading', { name: /^Order ord_/, level: 1 }).waitFor();
  const made = await shop.order(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(made).toMatchObject({ exchange_for: second.id, lines: [{ sku: 'MUG-01', quantity: 1 }] });
  await page.getByText('In exchange for').waitFor();
  await page.getByRole('link', { name: 'Return rma-2' }).click();
  const facts = page.getByRole('region', { name: 'Details' });
  await facts.getByRole('link', { name: 'back-4' }).waitFor();
  await facts.getByRole('link', { name: 'back-4' }).click();
  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await entries.filter({ hasText: 'Return rma-1' }).first().waitFor();
  expect(await entries.filter({ hasText: /ret_/ }).count()).toBe(0);
  expect(complaints()).toEqual([]);
  await close();
});

test('a viewer sees returns and no action, a scanner receives and does not approve, and no returns lead to shipped orders', async () => {
  const { id, order_id: orderId } = await approved('back-5', [1, 1]);
  const viewer = await browser.window({ member: await joinAccount(system, { accountId, role: 'viewer' }) });
  await viewer.open(`/sandbox/returns/${id}`);
  await viewer.page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
  expect(await buttonsOf(viewer.page).count()).toBe(0);
  expect(await viewer.page.getByRole('main').locator('a.button').count()).toBe(0);
  await viewer.open(`/sandbox/orders/${orderId}`);
  await viewer.page.getByRole('region', { name: 'Returns' }).getByText('2 units, 0 received').waitFor();
  expect(await buttonsOf(viewer.page).count()).toBe(0);
  await viewer.close();

  const scanner = await browser.window({ member: await joinAccount(system, { accountId, role: 'scanner' }) });
  await scanner.open(`/sandbox/returns/${id}`);
  await scanner.page.getByRole('link', { name: 'Receive by scanner' }).waitFor();
  const shown = await buttonsOf(scanner.page).allInnerTexts();
  expect(shown).toEqual(['Receive', 'Mark missing']);
  await scanner.close();

  const fresh = await browser.window({ member: manager });
  await fresh.open('/production/returns');
  await fresh.page.getByRole('heading', { name: 'No returns here' }).waitFor();
  await fresh.page.getByRole('link', { name: 'Shipped orders' }).click();
  await eventually(() => expect(new URL(fresh.page.url()).search).toBe('?view=shipped'));
  const { data } = (await system.call('GET', `/returns?order_id=${orderId}`, { key: shop.key })).as(200, returnPage);
  expect(data).toMatchObject([{ id, status: 'approved', version: 1 }]);
  await fresh.close();
});
