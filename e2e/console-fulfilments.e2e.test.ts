import { fulfilmentRecord } from '@fulfilment/contracts';
import { violationsOn } from '@fulfilment/testing/accessibility';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { tabTo } from './console/keyboard.ts';
import { readPrinted } from './console/printed.ts';
import { buttonsOf } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart } from './system/take-part.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that ships in parts'));
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100, location: 'A1/S1' });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 100, location: 'A1/S2' });
  },
  () => browser?.stop(),
);

const ADDRESS = { name: 'Ada Ek', address1: 'Lager 4', postal_code: '211 20', city: 'Malmö', country: 'SE' } as const;

const orderOf = (name: string, [mugs, cups]: readonly [number, number]) =>
  shop.createOrder({
    external_id: name,
    ship_to: ADDRESS,
    lines: [
      { sku: 'MUG-01', quantity: mugs },
      { sku: 'CUP-01', quantity: cups },
    ],
  });
const take = (path: string, body: unknown = {}) => takePart(system.call, shop.key, path, body);

/** Types over the field that has the focus. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('an order is packed in two parts by the keyboard alone, one leaves, and the rest is closed', async () => {
  const { id } = await orderOf('parts-1', [2, 4]);
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  const part = (place: number) => page.getByRole('region', { name: `Fulfilment ${place}`, exact: true });
  await open(`/sandbox/orders/${id}`);

  await page.getByRole('button', { name: 'Create fulfilment' }).waitFor();
  await press(page, 'Create fulfilment');
  await dialog.waitFor();
  await type(page, '9');
  await page.keyboard.press('Enter');
  await dialog.getByText('A whole number from 0 to 2.').waitFor();
  await type(page, '1');
  await page.keyboard.press('Tab');
  await type(page, '2');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await part(1).getByText('Open', { exact: true }).waitFor();
  await page.getByText('In no fulfilment: 3 units allocated.').waitFor();
  await press(page, 'Pack fulfilment 1');
  await dialog.waitFor();
  await page.keyboard.press('Tab');
  await type(page, '1');
  await page.keyboard.press('Enter');
  await dialog.getByText('Choose what becomes of the units that are not packed.').waitFor();
  await dialog.getByLabel('1 unit is not packed').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await press(page, 'Pack');
  await dialog.waitFor({ state: 'detached' });
  await part(1).getByText('Packed', { exact: true }).first().waitFor();
  await part(1).getByText('Parcel 1 · Weight not given · 1 × MUG-01 · 1 × CUP-01').waitFor();

  await press(page, 'Ship fulfilment 1');
  await dialog.waitFor();
  await page.keyboard.type('DHL');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0034');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await part(1).getByText('0034').waitFor();

  await press(page, 'Edit tracking fulfilment 1');
  await dialog.getByLabel('Delivered').fill('2026-11-20T10:05');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await part(1).getByText('Delivered', { exact: true }).waitFor();
  const [first] = (await shop.order(id)).fulfilments;
  const told = await system.call('GET', `/fulfilments/${first?.id}`, { key: shop.key });
  expect(told.as(200, fulfilmentRecord).delivered_at).toBe(await page.evaluate(() => new Date('2026-11-20T10:05').toISOString()));

  await press(page, 'Create fulfilment');
  await dialog.waitFor();
  await page.keyboard.press('Tab');
  await type(page, '1');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await part(2).waitFor();
  await press(page, 'Pack fulfilment 2');
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ship fulfilment 2' }).waitFor();

  await press(page, 'Close order');
  await dialog.getByText('2 units will be dropped: 2 allocated, free for other orders then, and 0 waiting for stock.').waitFor();
  await press(page, 'Close order');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('columnheader', { name: 'Dropped' }).waitFor();

  const after = await shop.order(id);
  expect(after).toMatchObject({ status: 'packed', fulfilment: 'partial' });
  expect(after.fulfilments.map(({ status }) => status)).toEqual(['shipped', 'packed']);
  expect(after.lines).toMatchObject([
    { quantity: 2, shipped: 1, packed: 1, cancelled: 0 },
    { quantity: 4, shipped: 1, packed: 1, cancelled: 2 },
  ]);
  expect((await shop.sku('MUG-01')).on_hand).toBe(99);
  expect(complaints()).toEqual([]);
  await close();
});

test('units are divided among parcels, put in too many are refused in words, and a part is unpacked and cancelled', async () => {
  const { id } = await orderOf('parts-2', [2, 1]);
  const { id: fulfilment } = await take(`/orders/${id}/fulfilments`);
  const { page, open, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('button', { name: 'Pack fulfilment 1' }).click();
  await dialog.getByRole('button', { name: 'Add a parcel' }).click();
  await dialog.getByLabel('Units of MUG-01 in parcel 2').fill('1');
  await dialog.getByLabel('Weight of parcel 2 in grams').fill('400');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await dialog.getByText('3 in all parcels, of 2 planned.').waitFor();
  await dialog.getByLabel('Units of MUG-01 in parcel 1').fill('1');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await page.getByText('Parcel 2 · 400 g · 1 × MUG-01').waitFor();

  await page.getByRole('button', { name: 'Ship fulfilment 1' }).click();
  await dialog.getByText('Take the units from named locations').click();
  await dialog.getByLabel('Location of 2 units of MUG-01').fill('Z9/S9');
  await dialog.getByRole('button', { name: 'Ship', exact: true }).click();
  await dialog.getByRole('alert').getByText('About unknown_location').waitFor();
  expect((await shop.order(id)).fulfilment).toBe('none');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Unpack fulfilment 1' }).click();
  await dialog.getByRole('button', { name: 'Unpack fulfilment 1' }).click();
  await page.getByRole('button', { name: 'Pack fulfilment 1' }).waitFor();
  await page.getByRole('button', { name: 'Cancel fulfilment 1' }).click();
  await dialog.getByLabel('Reason').fill('goes with another');
  await dialog.getByRole('button', { name: 'Cancel fulfilment 1' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Fulfilment 1', exact: true }).getByText('goes with another').waitFor();

  const after = await shop.order(id);
  expect(after.fulfilments).toMatchObject([{ id: fulfilment, status: 'cancelled' }]);
  expect(after.lines.map(({ allocated }) => allocated)).toEqual([2, 1]);
  await close();
});

test('a fulfilment that another member changed is not cancelled before its present state was seen', async () => {
  const { id } = await orderOf('parts-3', [1, 1]);
  const { id: fulfilment } = await take(`/orders/${id}/fulfilments`);
  const { page, open, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('button', { name: 'Cancel fulfilment 1' }).click();
  await take(`/fulfilments/${fulfilment}/pack`);
  await dialog.getByRole('button', { name: 'Cancel fulfilment 1' }).click();
  await dialog.getByText('Changed since you opened it: the fulfilment is now packed').waitFor();
  await dialog.getByText(/^Changed by .*key/i).waitFor();
  expect((await shop.order(id)).fulfilments).toMatchObject([{ status: 'packed' }]);
  await dialog.getByRole('button', { name: 'Cancel fulfilment 1' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await shop.order(id)).fulfilments).toMatchObject([{ status: 'cancelled' }]);
  await close();
});

test('the packing slip of a part prints alone, on A4, Letter and 4 × 6 inch, and names what is still to come', async () => {
  const { id } = await orderOf('parts-4', [3, 2]);
  const mugs = (await shop.order(id)).lines.slice(0, 1).map(({ id: line_id }) => ({ line_id, quantity: 2 }));
  const { id: fulfilment } = await take(`/orders/${id}/fulfilments`, { lines: mugs });
  const { page, open, complaints, close } = await browser.window({ member: manager, theme: 'dark' });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('link', { name: 'Packing slip fulfilment 1' }).click();
  await page.getByRole('heading', { name: 'Packing slip of order parts-4' }).waitFor();
  const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr').allInnerTexts();
  const cells = async (name: string) => (await rowsOf(name)).map((row) => row.split(/\s+/));
  expect(await cells('In this shipment')).toEqual([['MUG-01', 'Mug', '2']]);
  expect(await cells('Still to come')).toEqual([
    ['MUG-01', 'Mug', '1'],
    ['CUP-01', 'Cup', '2'],
  ]);

  // Loaded by itself, as a link to it is.
  await page.reload();
  await page.getByText('Lager 4').waitFor();
  expect(await page.locator('address').innerText()).toMatch(/^\w+ \w+\nLager 4\n/);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.getByText('Lager 4').waitFor();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  for (const [format, width] of [
    ['A4', 595],
    ['Letter', 612],
  ] as const) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    // One page, as wide as the paper but for the rounding of points to pixels.
    const fits = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) /g)].map(([, points]) => Math.abs(Number(points) - width) < 2);
    expect([format, fits]).toEqual([format, [true]]);
  }
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('Paper').selectOption('4 × 6 inch');
  await page.emulateMedia({ media: null });
  const [roll = []] = await readPrinted([await page.pdf({ preferCSSPageSize: true })]);
  expect(roll.filter(({ width, height }) => width !== 102 || height !== 152)).toEqual([]);
  expect(roll.map(({ text }) => text).join(' ')).toMatch(/Lager 4.*MUG-01.*CUP-01/);
  await page.getByText(fulfilment).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('a viewer reads fulfilments and has no way to change them; pages and dialogs keep the rules of axe in both themes', async () => {
  const { id } = await orderOf('parts-5', [2, 2]);
  await take(`/orders/${id}/fulfilments`, { lines: [{ line_id: (await shop.order(id)).lines[0]?.id, quantity: 1 }] });
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const seen = await browser.window({ member: viewer });
  await seen.open(`/sandbox/orders/${id}`);
  await seen.page.getByRole('region', { name: 'Fulfilment 1', exact: true }).waitFor();
  expect(await buttonsOf(seen.page).count()).toBe(0);
  await seen.close();
  for (const theme of ['light', 'dark'] as const) {
    const { page, open, close } = await browser.window({ member: manager, theme });
    await open(`/sandbox/orders/${id}`);
    for (const name of ['Close order', 'Create fulfilment', 'Pack fulfilment 1', 'Cancel fulfilment 1']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      expect([theme, name, await violationsOn(page)]).toEqual([theme, name, []]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect([theme, await violationsOn(page)]).toEqual([theme, []]);
    await close();
  }
});

test('packing slips of chosen orders print together, each on its sheet: of parts, and of orders that were packed whole', async () => {
  const whole = await orderOf('slips-1', [2, 1]);
  const parted = await orderOf('slips-2', [2, 1]);
  await orderOf('slips-3', [1, 1]);
  await shop.pack(whole.id);
  const units = [{ line_id: parted.lines[0]?.id, quantity: 1 }];
  for (const end of ['ship', undefined]) {
    const { id } = await take(`/orders/${parted.id}/fulfilments`, { lines: units });
    await take(`/fulfilments/${id}/pack`);
    if (end) await take(`/fulfilments/${id}/${end}`);
  }
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open('/sandbox/orders?q=slips');
  await page.getByRole('checkbox', { name: 'Select slips-3' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await page.getByRole('link', { name: 'Packing slips' }).click();
  await page.getByText('2 packing slips, each on its own sheet.').waitFor();
  await page.getByText('No such packing slip: slips-3.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const print = async (paper: string): Promise<Buffer> => {
    await page.getByLabel('Paper').selectOption(paper);
    return await page.pdf({ preferCSSPageSize: true });
  };
  const packed = [await print('A4'), await print('4 × 6 inch')];
  await page.getByLabel('Slips').selectOption('Packed and shipped');
  await page.getByText('3 packing slips, each on its own sheet.').waitFor();
  const [sheets = [], roll = [], all = []] = await readPrinted([...packed, await print('Letter')]);

  const texts = sheets.map(({ text }) => text);
  expect(sheets.map(({ width, height }) => [width, height])).toEqual(sheets.map(() => [210, 297]));
  expect(roll.map(({ width }) => width)).toEqual(roll.map(() => 102));
  expect(new Set(texts.map((text) => /Packing slip of order (\S+)/.exec(text)?.[1]))).toEqual(new Set(['slips-1', 'slips-2']));
  const [ofWhole = '', ofPart = ''] = ['slips-1', 'slips-2'].map((name) => texts.find((text) => text.includes(name)));
  expect(ofWhole).toMatch(/In this shipment .*MUG-01 Mug 2 CUP-01 Cup 1 .*Nothing: the order is complete/);
  expect(ofPart).toMatch(/In this shipment .*MUG-01 Mug 1 Still to come .*CUP-01 Cup 1/);
  expect(all.length).toBe(3);
  expect(texts.join(' ')).not.toMatch(/No such|Overview/);

  await open(`/sandbox/orders/${whole.id}`);
  await page.getByRole('link', { name: 'Packing slip', exact: true }).click();
  await page.getByText('1 packing slip, on its own sheet.').waitFor();
  await page.getByRole('heading', { name: 'Packing slip of order slips-1' }).waitFor();
  await open('/sandbox/orders/packing-slips');
  await page.getByRole('heading', { name: 'Packing slip of order slips-1' }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});
