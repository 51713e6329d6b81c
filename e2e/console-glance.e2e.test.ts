import { operations } from '@fulfilment/contracts';
import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ConsoleShop, openConsoleShop } from './console/console-shop.ts';
import { wedge } from './console/keyboard.ts';
import { openForEachTry } from './system/each-try.ts';
import { takeReturn } from './system/take-part.ts';

let console: ConsoleShop;

openForEachTry(
  async () => {
    console = await openConsoleShop('A shop that is seen at a glance');
    await console.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 20, barcodes: ['4006381333931'] });
  },
  () => console?.browser.stop(),
);

/** The look of each badge in the table of the page, as the browser draws it, by its text. */
const MARKS = `Object.fromEntries([...document.querySelectorAll('table .badge')].map((badge) => {
  const { borderColor, borderStyle, borderRadius, backgroundColor, backgroundImage, blockSize } = getComputedStyle(badge, '::before');
  return [badge.textContent, { colour: borderColor, shape: [borderStyle, borderRadius, backgroundColor === 'rgba(0, 0, 0, 0)', backgroundImage === 'none', blockSize].join() }];
}))`;

test.each(['light', 'dark'] as const)('states of orders differ by colour and by shape, %s', async (theme) => {
  const { shop, browser, member } = console;
  const place = async () => (await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] })).id;
  await place();
  await shop.pack(await place());
  const [sent, given] = [await place(), await place()];
  await shop.pack(sent);
  await shop.ship(sent);
  await shop.cancel(given);
  const { page, open, close } = await browser.window({ member, theme });
  await open('/sandbox/orders?view=all');
  await page.getByRole('table').getByText('Cancelled').first().waitFor();

  const marks = z.record(z.string(), z.object({ colour: z.string(), shape: z.string() })).parse(await page.evaluate(MARKS));
  const states = ['Created', 'Packed', 'Shipped', 'Cancelled'].map((state) => marks[state]);
  expect(new Set(states.map((mark) => mark?.colour)).size).toBe(4);
  expect(new Set(states.map((mark) => mark?.shape)).size).toBe(4);
  await close();
});

/** Lines that the text of an element takes. */
const LINES_OF_NUMBER = `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('table .number')); return range.getClientRects().length; })()`;
const CUT_TABLES = `[...document.querySelectorAll('.table-scroll')].filter((frame) => frame.scrollWidth > frame.clientWidth).length`;

test('the number of an order stays in one line in a full list, and lines with returned units fit a phone', async () => {
  const { shop, system, browser, member } = console;
  const ship_to = { name: 'Ada Ek', address1: 'Lager 4', postal_code: '211 20', city: 'Malmö', country: 'SE' };
  const rank = { priority: 8, ship_by: '2099-12-01T09:00:00Z' };
  const { id, lines } = await shop.createOrder({
    external_id: 'shop-1006',
    lines: [{ sku: 'MUG-01', quantity: 1 }],
    ship_to,
    ...rank,
  });
  const { page, open, close } = await browser.window({ member, width: 1280 });
  await open('/sandbox/orders');
  await page.getByRole('link', { name: 'shop-1006' }).waitFor();
  expect(await page.evaluate(LINES_OF_NUMBER)).toBe(1);

  await shop.createLocation({ type: 'warehouse', code: 'BACK', usage: 'returns' });
  await shop.pack(id);
  await shop.ship(id);
  const units = { line_id: lines[0]?.id, quantity: 1 };
  const body = { order_id: id, approved: true, lines: [{ ...units, reason: 'wrong_size' }] };
  const returned = await takeReturn(system.call, shop.key, '/returns', body);
  await takeReturn(system.call, shop.key, `/returns/${returned.id}/receipts`, { lines: [units] });
  await page.setViewportSize({ width: 360, height: 900 });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('table', { name: 'Lines' }).getByText('Returned').waitFor();
  expect(await page.evaluate(CUT_TABLES)).toBe(0);
  await close();
});

/** Each column of the first table, with its width. */
const WIDTHS = `[...document.querySelectorAll('thead tr > *')].map((cell) => cell.innerText + ' ' + Math.round(cell.getBoundingClientRect().width)).join(', ')`;

test.each(['en-GB', 'de-DE'])('the list of orders shows all of its columns, 1,280 and 1,440 px wide: %s', async (locale) => {
  const { shop, browser, member } = console;
  const ship_to = {
    name: 'Alexandra Lindqvist-Johansson',
    address1: 'Lager 4',
    postal_code: '602 21',
    city: 'Norrköping',
    country: 'SE',
  };
  const { id } = await shop.createOrder({
    external_id: `shop-${locale}`,
    lines: [{ sku: 'MUG-01', quantity: 12_000 }],
    allow_backorder: true,
    ship_to,
    priority: 8,
    ship_by: '2099-12-21T09:00:00Z',
  });
  await shop.ask(operations.holdOrder, { at: { ord_: id }, body: { reason: 'awaiting_payment' } });
  const { page, open, close } = await browser.window({ member, locale });
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open('/sandbox/orders');
    await page.getByRole('link', { name: `shop-${locale}` }).waitFor();
    const cut = await page.evaluate(CUT_TABLES);
    expect.soft([width, cut, await page.evaluate(WIDTHS)]).toEqual([width, 0, expect.any(String)]);
  }
  await close();
});

test('on a phone a list has its search above it, and a button for the other filters that says how many are set', async () => {
  const { shop, browser, member } = console;
  await shop.createSku({ sku: 'PEN-01', name: 'Pen', on_hand: 5 });
  await shop.createOrder({ external_id: 'phone-1', lines: [{ sku: 'PEN-01', quantity: 1 }] });
  const { page, open, complaints, close } = await browser.window({ member, width: 360 });
  const waiting = { lines: [{ sku: 'PEN-01', quantity: 9 }], allow_backorder: true };
  const { id } = await shop.createOrder({ external_id: 'phone-2', ...waiting });
  await shop.ask(operations.holdOrder, { at: { ord_: id }, body: { reason: 'fraud_check' } });
  await open('/sandbox/orders');
  await page.getByRole('link', { name: 'phone-1' }).waitFor();
  const badgesOf = (name: string) => page.getByRole('row', { name }).locator('.badge:visible').allInnerTexts();
  expect(await badgesOf('phone-1')).toEqual(['Created']);
  expect(await badgesOf('phone-2')).toEqual(['Created', 'On hold', 'Partly allocated']);
  const search = page.getByRole('search');
  const fields = async () => await search.locator('.field:visible').count();
  expect(await fields()).toBe(1);

  await search.getByRole('button', { name: 'Filters' }).click();
  expect(await fields()).toBeGreaterThan(5);
  await search.getByLabel('Hold', { exact: true }).selectOption({ index: 1 });
  const button = search.getByRole('button', { name: 'Filters (1 set)' });
  await button.click();
  expect([await fields(), await button.getAttribute('aria-expanded')]).toEqual([1, 'false']);
  // What a bar does beside filtering stays in view.
  await open('/sandbox/import-export');
  await search.getByRole('button', { name: 'Export', exact: true }).waitFor();
  await open('/sandbox/orders?on_hold=true');
  await button.waitFor();
  expect(await violationsOn(page)).toEqual([]);

  await page.setViewportSize({ width: 1_440, height: 900 });
  expect(await button.isVisible()).toBe(false);
  // The order of the list and the days of creation stay folded on wide screens too.
  expect(await fields()).toBe(5);
  expect(complaints()).toEqual([]);
  await close();
});

test('the navigation leads on where its icons cannot be loaded, as after a release', async () => {
  const { browser, member } = console;
  const { page, open, close } = await browser.window({ member });
  await page.route('**/page-icons-*', (route) => route.abort());
  await open('/sandbox/orders');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Stock', exact: true }).click();
  await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
  expect(await navigation.locator('svg').count()).toBe(0);

  await page.unroute('**/page-icons-*');
  await open('/sandbox/stock');
  await navigation.locator('svg').first().waitFor();
  await close();
});

test('the overview names the devices and persons with the most scans, each leading to its own', async () => {
  const { shop, browser, member } = console;
  for (const device_id of ['gun-7', 'gun-7', 'gun-8']) await shop.scan({ barcode: '1', device_id, operator: 'Kim' });
  const { page, open, complaints, close } = await browser.window({ member, width: 360 });
  await open('/sandbox/station?mode=lookup');
  await page.getByLabel('Barcode').waitFor();
  await wedge(page, '4006381333931');
  await page.getByRole('log').getByText('MUG-01 · Mug').waitFor();

  await open('/sandbox/overview');
  const devices = page.getByRole('region', { name: 'Last 24 hours, by device' });
  await devices.waitFor();
  expect(await devices.getByRole('term').allInnerTexts()).toEqual(['gun-7', 'Not named', 'gun-8']);
  expect(await devices.getByRole('definition').allInnerTexts()).toEqual(['2', '1', '1']);
  const persons = page.getByRole('region', { name: 'Last 24 hours, by person' });
  expect(await persons.getByRole('term').allInnerTexts()).toEqual(['Kim', 'you']);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  expect(await violationsOn(page)).toEqual([]);

  await devices.getByRole('link', { name: 'gun-7' }).click();
  await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('?device_id=gun-7');
  await page.getByRole('row').nth(2).waitFor();
  expect(await page.getByRole('row').count()).toBe(3);
  await page.goBack();
  await persons.getByRole('link', { name: 'you' }).click();
  await page.getByRole('cell', { name: 'Look up' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(complaints()).toEqual([]);
  await close();
});
