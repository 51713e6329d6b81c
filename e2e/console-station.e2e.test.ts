import { fulfilmentPage, fulfilmentRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { hearTones, tabTo, wedge } from './console/keyboard.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart } from './system/take-part.ts';

const MUG = '4006381333931';
const CUP = '4012345678901';
const JUG = '4002064001500';
const HIGH = [988];
const LOW = [196, 147];

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let picker: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: picker, shop } = await openConsoleShop('A shop with a scan station', 'fulfilment'));
    for (const [sku, name, code] of [
      ['MUG-01', 'Mug', MUG],
      ['CUP-01', 'Cup', CUP],
    ] as const)
      await shop.createSku({ sku, name, on_hand: 20, location: 'A1/S1', barcodes: [code] });
    await shop.createSku({ sku: 'TEE/RED', name: 'T-shirt', on_hand: 5, location: 'A2/S1' });
    await shop.createSku({ sku: '3*SET', name: 'Set of three', on_hand: 0, location: 'A2/S1' });
  },
  () => browser?.stop(),
);

/** The parts of the station on a page. */
const partsOf = (page: Page) => ({
  said: page.locator('.scan-top').getByRole('status'),
  refused: page.locator('.scan-top').getByRole('alert'),
  results: page.getByRole('log', { name: 'Scanned in this window' }),
  mode: (name: string) => page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name, exact: true }),
});

/** Controls of the station that a thumb in a glove misses. */
const SMALL = `[...document.querySelectorAll('.scanning :is(.button, .input, .mode-bar a, .check)')].filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('goods are received and counted at a location by scanner, and looked up, each told by words and a tone', async () => {
  const { page, open, complaints, close } = await browser.window({ member: picker, width: 360 });
  const tones = await hearTones(page);
  const { said, refused, results, mode } = partsOf(page);
  await open('/sandbox/station?mode=receive');
  await page.getByLabel('Item or location').waitFor();
  await page.getByLabel(/^Location/).fill('A1/S2');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'One unit more' }).click();
  await page.getByLabel('Units of the next code').fill('6');
  await page.keyboard.press('Enter');
  await tones();
  await wedge(page, MUG);
  await results.getByText(`6 × ${MUG} received at A1/S2`).waitFor();
  await results.getByText('MUG-01 · Mug · 26 on hand, 26 available').waitFor();
  await eventually(async () => expect(await tones()).toEqual(HIGH));
  expect(await page.getByLabel('Units of the next code').inputValue()).toBe('1');
  await wedge(page, 'NOTHING-KNOWN');
  await results.getByText('NOTHING-KNOWN refused').waitFor();
  await eventually(async () => expect(await tones()).toEqual(LOW));
  // A label of goods without a barcode has the code of its SKU, which is no location.
  await wedge(page, 'TEE/RED');
  await results.getByText('1 × TEE/RED received at A1/S2').waitFor();
  // Units are typed before the scan; the code of a SKU that looks like them is that SKU.
  await page.keyboard.type('12*');
  await wedge(page, 'TEE/RED');
  await results.getByText('12 × TEE/RED received at A1/S2').waitFor();
  await wedge(page, '3*SET');
  await results.getByText('1 × 3*SET received at A1/S2').waitFor();
  expect(await page.evaluate(SMALL)).toEqual([]);
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  expect(await violationsOn(page)).toEqual([]);

  await mode('Count').click();
  await page.getByLabel('Item or location').waitFor();
  await wedge(page, MUG);
  await refused.getByText(`${MUG} was not counted: scan the location first.`).waitFor();
  await wedge(page, 'MAIN:A1/S2');
  await said.getByText('Location MAIN:A1/S2.').waitFor();
  await wedge(page, MUG);
  await page.getByLabel(`Units of ${MUG} here`).waitFor();
  await wedge(page, CUP);
  await refused.getByText(`${MUG} was not counted: no number of units came after it.`).waitFor();
  await page.getByLabel(`Units of ${CUP} here`).waitFor();
  await wedge(page, '3');
  await results.getByText(`3 × ${CUP} counted at MAIN:A1/S2`).waitFor();
  await wedge(page, MUG);
  await wedge(page, '5');
  await results.getByText(`5 × ${MUG} counted at MAIN:A1/S2`).waitFor();
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 25 });
  expect(await shop.sku('CUP-01')).toMatchObject({ on_hand: 23 });

  // Mode, location and what was chosen stay over a reload.
  await page.getByLabel('Change stock').uncheck();
  await open('/sandbox/station');
  expect(await mode('Count').getAttribute('aria-current')).toBe('page');
  expect(await page.getByLabel(/^Location/).inputValue()).toBe('MAIN:A1/S2');
  expect(await page.getByLabel('Change stock').isChecked()).toBe(false);

  await mode('Look up').click();
  await page.getByRole('button', { name: 'Sound off' }).click();
  await page.getByLabel('Barcode').waitFor();
  await tones();
  await wedge(page, MUG);
  await results.getByText('20 at A1/S1 and 5 at A1/S2').waitFor();
  await page.getByRole('button', { name: 'Sound on' }).waitFor();
  expect(await tones()).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  expect(complaints()).toEqual([]);
  await close();
});

test('units are put away, also those that were scanned without a connection: each once, under the key of its scan', async () => {
  await shop.createSku({ sku: 'JUG-01', name: 'Jug', on_hand: 6, location: 'DOCK/IN', barcodes: [JUG] });
  const { page, open, complaints, close } = await browser.window({ member: picker });
  const tones = await hearTones(page);
  const { said, refused, results } = partsOf(page);
  const waiting = page.getByRole('status', { name: 'Scans that wait' });
  await open('/sandbox/station?mode=putaway');
  await page.getByLabel('Location, then items').waitFor();
  await page.getByText('“6*” before a code stands for 6 units of it.').waitFor();
  await wedge(page, JUG);
  await refused.getByText(`${JUG} was not put away`).waitFor();
  await page.getByLabel('From location').fill('DOCK/IN');
  await page.keyboard.press('Tab');
  await page.getByLabel('Location, then items').focus();
  await wedge(page, 'A2/S1');
  await said.getByText('Location MAIN:A2/S1.').waitFor();
  await page.getByLabel('Units of the next code').fill('2');
  await page.keyboard.press('Enter');
  await wedge(page, JUG);
  await results.getByText(`2 × ${JUG} put away to MAIN:A2/S1`).waitFor();
  await tones();

  await page.context().setOffline(true);
  await wedge(page, JUG);
  await wedge(page, JUG);
  await waiting.getByText('2 scans wait to be sent').waitFor();
  await eventually(async () => expect(await tones()).toContain(523));
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/locations/*/transfer?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The first one is carried out, and its answer is lost on the way.
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    return await route.abort();
  });
  await page.context().setOffline(false);
  await eventually(async () => expect(await waiting.innerText()).toBe(''));
  expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  expect([await unitsAt('JUG-01', 'A2/S1'), await unitsAt('JUG-01', 'DOCK/IN')]).toEqual([4, 2]);
  await page.getByLabel('Units of the next code').fill('9');
  await page.keyboard.press('Enter');
  await wedge(page, JUG);
  await results.getByText(`${JUG} refused`).waitFor();
  const moves = (await shop.scans()).filter(({ type }) => type === 'putaway');
  expect(moves.map(({ sku, quantity, location }) => [sku, quantity, location])).toEqual([
    ['JUG-01', 1, 'MAIN:A2/S1'],
    ['JUG-01', 1, 'MAIN:A2/S1'],
    ['JUG-01', 2, 'MAIN:A2/S1'],
  ]);
  expect(complaints()).toEqual([]);
  await close();
});

async function unitsAt(sku: string, location: string): Promise<number> {
  return (await shop.sku(sku)).stock.find((place) => place.location === location)?.on_hand ?? 0;
}

test('an order is picked, packed and shipped by its codes: a wrong item and one too many are refused by words and low tones', async () => {
  const lines = [
    { sku: 'MUG-01', quantity: 2 },
    { sku: 'CUP-01', quantity: 1 },
  ];
  const { id } = await shop.createOrder({ external_id: 'day-1', lines });
  const { page, open, complaints, close } = await browser.window({ member: picker, width: 360 });
  const tones = await hearTones(page);
  const { said, refused, mode } = partsOf(page);
  await open('/sandbox/station?mode=pick');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, 'day-0');
  await refused.getByText('No order has day-0.').waitFor();
  await wedge(page, 'day-1');
  await said.getByText('Order day-1 is open.').waitFor();
  await page.getByText('3 units left').waitFor();
  await page
    .getByText(/\d+ at MAIN:A1\/S1/)
    .first()
    .waitFor();
  await tones();
  await wedge(page, MUG);
  await said.getByText('MUG-01: 1 of 2. 2 left.').waitFor();
  expect(await tones()).toEqual(HIGH);
  await wedge(page, 'TEE/RED');
  await refused.getByText('Wrong item: TEE/RED, T-shirt, is not in this order.').waitFor();
  expect(await tones()).toEqual(LOW);
  await page.reload();
  await said.getByText('Order day-1 is open.').waitFor();
  await page.getByText('2 units left').waitFor();
  await wedge(page, CUP);
  await wedge(page, CUP);
  await refused.getByText('Too many: 1 unit of CUP-01 more than are left to scan.').waitFor();
  await page.getByRole('button', { name: '+1 MUG-01' }).click();
  await said.getByText('Order day-1 is complete.').waitFor();
  expect(await page.evaluate(SMALL)).toEqual([]);
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('link', { name: 'Go on to pack' }).click();
  await said.getByText('Order day-1 is open.').waitFor();
  for (const code of [MUG, MUG]) await wedge(page, code);
  const pack = page.getByRole('button', { name: 'Pack order' });
  await page.getByText('1 unit left').waitFor();
  expect(await pack.isDisabled()).toBe(true);
  await wedge(page, CUP);
  await said.getByText('Order day-1 is complete.').waitFor();
  await pack.click();
  await said.getByText('Order day-1 is packed.').waitFor();

  await mode('Ship').click();
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, id);
  await said.getByText('Order day-1 is open.').waitFor();
  await page.getByLabel('Carrier').fill('PostNord');
  await page.keyboard.press('Tab');
  await page.getByLabel('Tracking number, or the next order').focus();
  await wedge(page, '00373500489530470000');
  await said.getByText('Tracking number 00373500489530470000.').waitFor();
  await page.getByRole('button', { name: 'Ship order' }).click();
  await said.getByText('Order day-1 is shipped.').waitFor();
  expect(await shop.order(id)).toMatchObject({ status: 'shipped', carrier: 'PostNord', tracking_number: '00373500489530470000' });
  const scans = (await shop.scans()).filter(({ order_id: of }) => of === id);
  expect(scans.map(({ type, sku, quantity }) => `${type} ${quantity} ${sku}`).toSorted()).toEqual([
    'pack 1 CUP-01',
    'pack 1 MUG-01',
    'pack 1 MUG-01',
    'pick 1 CUP-01',
    'pick 1 MUG-01',
    'pick 1 MUG-01',
  ]);
  expect(complaints()).toEqual([]);
  await close();
});

test('an order is packed in two parcels without a unit that lacks, then the rest, and both fulfilments are shipped by scans, with keys alone', async () => {
  const lines = [
    { sku: 'MUG-01', quantity: 3 },
    { sku: 'CUP-01', quantity: 1 },
  ];
  const { id, lines: placed } = await shop.createOrder({ external_id: 'day-3', lines });
  const { page, open, complaints, close } = await browser.window({ member: picker, width: 360, theme: 'dark' });
  const { said, refused } = partsOf(page);
  await open('/sandbox/station?mode=pack');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, 'day-3');
  await said.getByText('Order day-3 is open.').waitFor();
  for (const code of [MUG, MUG]) await wedge(page, code);
  await page.getByText('2 units left').waitFor();
  await page.keyboard.press('Enter');
  await refused.getByText('2 units left').waitFor();
  await tabTo(page, 'Next parcel');
  await page.keyboard.press('Enter');
  await said.getByText('Parcel 2: the next codes go into it.').waitFor();
  await wedge(page, CUP);
  await page.getByText('1 unit left').waitFor();
  await tabTo(page, 'Pack without the rest');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: '1 unit is in no parcel. What becomes of it?' }).waitFor();
  expect(await page.getByRole('button', { name: 'From another warehouse' }).count()).toBe(0);
  expect(await page.evaluate(SMALL)).toEqual([]);
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await tabTo(page, 'Back into the order');
  await page.keyboard.press('Enter');
  await said.getByText('Order day-3 is packed.').waitFor();
  const [mugs, cups] = placed.map((line) => line.id);
  const partsOfOrder = async () =>
    (await system.call('GET', `/orders/${id}/fulfilments`, { key: shop.key })).as(200, fulfilmentPage).data;
  expect(await partsOfOrder()).toMatchObject([
    {
      status: 'packed',
      packages: [{ lines: [{ line_id: mugs, quantity: 2 }] }, { lines: [{ line_id: cups, quantity: 1 }] }],
    },
  ]);

  await wedge(page, 'day-3');
  await said.getByText('Order day-3 is open.').waitFor();
  await page.getByText('1 unit left').waitFor();
  await wedge(page, MUG);
  await said.getByText('Order day-3 is complete.').waitFor();
  await page.keyboard.press('Enter');
  await said.getByText('Order day-3 is packed.').waitFor();
  expect((await partsOfOrder()).map(({ status }) => status)).toEqual(['packed', 'packed']);

  await open('/sandbox/station?mode=ship');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, 'day-3');
  await said.getByText('day-3 has several fulfilments: choose one.').waitFor();
  for (const [index, part] of (await partsOfOrder()).entries()) {
    await wedge(page, part.id);
    await said.getByText('Order day-3 is open.').waitFor();
    await wedge(page, `0037350048953047000${index}`);
    await said.getByText(`Tracking number 0037350048953047000${index}.`).waitFor();
    await page.keyboard.press('Enter');
    await said.getByText('Order day-3 is shipped.').waitFor();
  }
  expect(await partsOfOrder()).toMatchObject([
    { status: 'shipped', tracking_number: '00373500489530470000' },
    { status: 'shipped', tracking_number: '00373500489530470001' },
  ]);
  expect((await shop.order(id)).status).toBe('shipped');
  expect(complaints()).toEqual([]);
  await close();
});

test('units that lack are dropped from the order, which is whole without them and ships', async () => {
  const lines = [
    { sku: 'MUG-01', quantity: 2 },
    { sku: 'CUP-01', quantity: 1 },
  ];
  const { id } = await shop.createOrder({ external_id: 'day-4', lines });
  const before = await shop.sku('MUG-01');
  const { page, open, complaints, close } = await browser.window({ member: picker, width: 360 });
  const { said } = partsOf(page);
  await open('/sandbox/station?mode=pack');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, 'day-4');
  await said.getByText('Order day-4 is open.').waitFor();
  for (const code of [MUG, CUP]) await wedge(page, code);
  await page.getByText('1 unit left').waitFor();
  await page.getByRole('button', { name: 'Pack without the rest' }).click();
  await page.getByRole('button', { name: 'Drop from the order' }).click();
  await said.getByText('Order day-4 is packed.').waitFor();
  expect(await shop.order(id)).toMatchObject({
    fulfilments: [{ status: 'packed' }],
    lines: [
      { sku: 'MUG-01', allocated: 1, packed: 1, backordered: 0, cancelled: 1 },
      { sku: 'CUP-01', allocated: 1, packed: 1, backordered: 0, cancelled: 0 },
    ],
  });
  // The unit is free again: it was not there to be packed, which a count tells.
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: before.on_hand, allocated: before.allocated - 1 });
  await wedge(page, 'day-4');
  await page.locator('.scan-top').getByRole('alert').getByText('Nothing of order day-4 is open to pack.').waitFor();

  await open('/sandbox/station?mode=ship');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, 'day-4');
  await said.getByText('Order day-4 is open.').waitFor();
  await page.getByRole('button', { name: 'Ship order' }).click();
  await said.getByText('Order day-4 is shipped.').waitFor();
  expect(await shop.order(id)).toMatchObject({ status: 'shipped', lines: [{ shipped: 1 }, { shipped: 1 }] });
  expect(complaints()).toEqual([]);
  await close();
});

test('a fulfilment is packed with its contents, and a scanner has the modes of its role', async () => {
  const { id } = await shop.createOrder({ external_id: 'day-2', lines: [{ sku: 'MUG-01', quantity: 3 }] });
  const [line] = (await shop.order(id)).lines;
  const part = await takePart(system.call, shop.key, `/orders/${id}/fulfilments`, {
    lines: [{ line_id: line?.id, quantity: 2 }],
  });
  const { page, open, close } = await browser.window({ member: picker });
  const { said, refused } = partsOf(page);
  await open('/sandbox/station?mode=ship');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, part.id);
  await refused.getByText('Nothing of order day-2 is packed and not shipped.').waitFor();
  await open('/sandbox/station?mode=pack');
  await page.getByLabel('Order', { exact: true }).waitFor();
  await wedge(page, part.id);
  await said.getByText('Order day-2 is open.').waitFor();
  await page.getByLabel('Units of the next code').fill('2');
  await page.keyboard.press('Enter');
  await wedge(page, MUG);
  await page.getByRole('button', { name: 'Pack order' }).click();
  await said.getByText('Order day-2 is packed.').waitFor();
  const packed = (await system.call('GET', `/fulfilments/${part.id}`, { key: shop.key })).as(200, fulfilmentRecord);
  expect(packed).toMatchObject({ status: 'packed', packages: [{ lines: [{ line_id: line?.id, quantity: 2 }] }] });
  await close();

  const seen = await browser.window({ member: await joinAccount(system, { accountId, role: 'scanner' }) });
  await seen.open('/sandbox/station');
  const modes = seen.page.getByRole('navigation', { name: 'Work' }).getByRole('link');
  await modes.first().waitFor();
  expect(await modes.allInnerTexts()).toEqual(['Look up', 'Receive', 'Count', 'Pick', 'Return']);
  await seen.close();
});
