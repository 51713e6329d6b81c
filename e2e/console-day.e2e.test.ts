import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OrderRecord, returnRecord } from '@fulfilment/contracts';
import { eventually, patient } from '@fulfilment/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { type Hand, handOn } from './console/hand.ts';
import { openForEachTry } from './system/each-try.ts';
import type { SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takeReturn } from './system/take-part.ts';

const DOCK = 'MAIN:DOCK/IN';
const SHELVES = [1, 2, 3, 4, 5].map((shelf) => `MAIN:A1/S${shelf}`);
/** Twenty SKUs, four on each shelf. */
const GOODS = SHELVES.flatMap((shelf, at) => [1, 2, 3, 4].map((place) => ({ sku: `SKU-${at + 1}${place}`, shelf })));
const SKUS = GOODS.map(({ sku }) => sku);
/** Units of each line that is received and put away. */
const UNITS = 6;

let system: TestSystem;
let browser: ConsoleBrowser;
let member: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, member, shop } = await openConsoleShop('A shop with a day of work'));
    await shop.createLocation({ type: 'warehouse', code: 'BACK', usage: 'returns' });
    await shop.createSku({ sku: 'PALLET', name: 'Pallet', on_hand: 0, location: DOCK });
    for (const { sku, shelf } of GOODS) await shop.createSku({ sku, name: `Goods ${sku}`, on_hand: 0, location: shelf });
  },
  () => browser?.stop(),
);

/** The table of `docs/console.md`, by the work of each row. */
const TABLE = new Map(
  readFileSync(join(import.meta.dirname, '../docs/console.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, work, ...numbers]) => (work === undefined ? [] : [[work, numbers.slice(0, 3).map(Number)] as const])),
);

/** Opens the station in a mode, does a piece of work, and counts the actions that it took. */
async function counted(path: string, work: (hand: Hand, page: Page) => Promise<void>) {
  const { page, open, complaints, close } = await browser.window({ member });
  await open(path);
  await page.locator('.scan-form input:focus').waitFor();
  const hand = handOn(page);
  await work(hand, page);
  expect(complaints()).toEqual([]);
  await close();
  return hand.count();
}

/** Does the same by the API, and counts its requests. */
async function requestsOf(work: (send: (path: string, body?: object) => Promise<void>) => Promise<void>): Promise<number> {
  let requests = 0;
  await work(async (path, body = {}) => {
    requests += 1;
    const { status, text } = await system.call('POST', path, { key: shop.key, body });
    if (status >= 300) throw new Error(`${path} was answered with ${status}: ${text}`);
  });
  return requests;
}

async function unitsAt(sku: string, path: string): Promise<number> {
  return (await shop.sku(sku)).stock.find(({ location_path: place }) => place === path)?.on_hand ?? 0;
}

/** A scan of each of the goods that changes stock, at its shelf or at one location. */
const scanned = (type: string, quantity: number, location?: string) => ({
  scans: GOODS.map(({ sku, shelf }) => ({ barcode: sku, sku, type, quantity, location: location ?? shelf, apply: true })),
});

/** Waits until each of the goods has this many units, where `of` looks for them. */
async function isEach(of: (sku: string, shelf: string) => Promise<number>, units: number): Promise<void> {
  await eventually(async () => {
    for (const { sku, shelf } of GOODS) expect([sku, await of(sku, shelf)]).toEqual([sku, units]);
  });
}

const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** Orders of two lines with a unit each, one after another over all SKUs. */
async function tenOrders(name: string): Promise<OrderRecord[]> {
  const orders: OrderRecord[] = [];
  for (let at = 0; at < 10; at += 1) {
    const lines = [SKUS[2 * at] ?? '', SKUS[2 * at + 1] ?? ''].map((sku) => ({ sku, quantity: 1 }));
    orders.push(await shop.createOrder({ external_id: `${name}-${at}`, lines }));
  }
  return orders;
}

async function returnOf({ id, lines }: OrderRecord) {
  const units = lines.map((line) => ({ line_id: line.id, quantity: line.quantity, reason: 'unwanted' }));
  return await takeReturn(system.call, shop.key, '/returns', { order_id: id, lines: units, approved: true });
}

test(
  'a day of work by keyboard and scanner alone takes the actions that the tour names, and the same by the API its requests',
  { timeout: patient(400_000) },
  async () => {
    const received = await counted('/sandbox/station?mode=receive', async ({ scan, type }, page) => {
      await scan(DOCK);
      await said(page, `Location ${DOCK}.`);
      for (const sku of SKUS) {
        await type(`${UNITS}*`);
        await scan(sku);
      }
      await isEach((sku) => unitsAt(sku, DOCK), UNITS);
    });
    const receive = await requestsOf((send) => send('/scans/batch', scanned('receive', UNITS, DOCK)));
    await isEach((sku) => unitsAt(sku, DOCK), 2 * UNITS);

    const put = await counted('/sandbox/station?mode=putaway', async ({ scan, reach, type, press }, page) => {
      await reach('From location');
      await type(DOCK);
      await press('Enter');
      await page.locator('.scan-form input:focus').waitFor();
      for (const { sku, shelf } of GOODS) {
        await scan(shelf);
        await said(page, `Location ${shelf}.`);
        await type(`${UNITS}*`);
        await scan(sku);
      }
      await isEach(unitsAt, UNITS);
    });
    const dock = (await shop.locations()).find(({ path }) => path === DOCK)?.id ?? '';
    const putAway = await requestsOf(async (send) => {
      for (const { sku, shelf } of GOODS) await send(`/locations/${dock}/transfer`, { to: shelf, sku, quantity: UNITS });
    });
    await isEach(unitsAt, 2 * UNITS);

    const byHand = await tenOrders('hand');
    const shipped = await counted('/sandbox/station?mode=pick', async ({ scan, reach, press }, page) => {
      for (const [at, { external_id: name, lines }] of byHand.entries()) {
        if (at > 0) {
          await reach('Pick', 'back');
          await press('Enter');
          await page.locator('.scan-form input:focus').waitFor();
        }
        await scan(name ?? '');
        await said(page, `Order ${name} is open.`);
        for (const { sku } of lines) await scan(sku);
        await said(page, `Order ${name} is complete.`);
        await press('Enter');
        await said(page, `Order ${name} is open.`);
        for (const { sku } of lines) await scan(sku);
        await said(page, `Order ${name} is complete.`);
        await press('Enter');
        await said(page, `Order ${name} is packed.`);
      }
      await reach('Ship', 'back');
      await press('Enter');
      await page.locator('.scan-form input:focus').waitFor();
      for (const [at, { external_id: name }] of byHand.entries()) {
        await scan(name ?? '');
        await said(page, `Order ${name} is open.`);
        await scan(`0037350048953047${at}`);
        await said(page, `Tracking number 0037350048953047${at}.`);
        await press('Enter');
        await said(page, `Order ${name} is shipped.`);
      }
    });
    const byProgram = await tenOrders('program');
    const ship = await requestsOf(async (send) => {
      for (const { id } of byProgram) {
        await send(`/orders/${id}/pack`);
        await send(`/orders/${id}/ship`, { tracking_number: '00373500489530470' });
      }
    });
    for (const { id } of [...byHand, ...byProgram])
      await eventually(async () => expect((await shop.order(id)).status).toBe('shipped'));

    const countedUnits = await counted('/sandbox/station?mode=count', async ({ scan, type, press }, page) => {
      for (const shelf of SHELVES) {
        await scan(shelf);
        await said(page, `Location ${shelf}.`);
        for (const { sku } of GOODS.filter((each) => each.shelf === shelf)) {
          await scan(sku);
          await page.getByLabel(`Units of ${sku} here`).waitFor();
          await type('9');
          await press('Enter');
        }
      }
      await isEach(unitsAt, 9);
    });
    const count = await requestsOf((send) => send('/scans/batch', scanned('count', 8)));
    await isEach(unitsAt, 8);

    const [returned, other] = byHand;
    if (!returned || !other) throw new Error('There are ten orders');
    const { id } = await returnOf(returned);
    const takenBack = await counted('/sandbox/returns/receive', async ({ scan, press }, page) => {
      await scan(returned.external_id ?? '');
      await said(page, `${id} is open.`);
      for (const { sku } of returned.lines) await scan(sku);
      await page.getByRole('button', { name: 'Receive 2 units' }).waitFor();
      await press('Enter');
      await said(page, '2 units received');
    });
    const expected = await returnOf(other);
    const receipt = { lines: expected.lines.map((line) => ({ line_id: line.line_id, quantity: 1, disposition: 'restock' })) };
    const takeBack = await requestsOf((send) => send(`/returns/${expected.id}/receipts`, receipt));
    const now = (await system.call('GET', `/returns/${id}`, { key: shop.key })).as(200, returnRecord);
    expect(now.lines.map((line) => line.received)).toEqual([1, 1]);

    const rows = [
      ['Receive 20 lines of 6 units', received, receive],
      ['Put them away on 5 shelves', put, putAway],
      ['Pick, pack and ship 10 orders of 2 lines', shipped, ship],
      ['Count an aisle of 5 shelves with 20 SKUs', countedUnits, count],
      ['Take a return of 2 units', takenBack, takeBack],
    ] as const;
    const measured = rows.map(([work, { scans, keys }, requests]) => [work, [scans, keys, requests]]);
    expect(measured).toEqual(rows.map(([work]) => [work, TABLE.get(work)]));
  },
);
