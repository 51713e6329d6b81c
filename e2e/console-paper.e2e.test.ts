import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { type PrintedPage, readPrinted } from './console/printed.ts';
import { openForEachTry } from './system/each-try.ts';
import type { SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';

const MUG = '4006381333931';

let browser: ConsoleBrowser;
let picker: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    const opened = await openConsoleShop('A shop that prints', 'fulfilment');
    const { system } = opened;
    ({ browser, member: picker, shop } = opened);
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 9, location: 'A2/S1', barcodes: [MUG] });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 9, location: 'A1/S1' });
    await shop.createSku({ sku: 'JUG-01', name: 'Jug', on_hand: 9, location: 'A3/S1' });
    const [shelf] = await idsOf('MAIN:A3/S1');
    await system.call('PATCH', `/locations/${shelf}`, { key: shop.key, body: { pick_sequence: 1 } });
  },
  () => browser?.stop(),
);

async function idsOf(...paths: readonly string[]): Promise<readonly (string | undefined)[]> {
  const locations = await shop.locations();
  return paths.map((path) => locations.find((each) => each.path === path)?.id);
}

const sizesOf = (pages: readonly PrintedPage[]) => pages.map(({ width, height }) => [width, height]);
function pageOf(pages: readonly PrintedPage[], at: number): PrintedPage {
  const page = pages[at];
  if (page === undefined) throw new Error(`The print has no page ${at + 1}`);
  return page;
}

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('pick lists follow the way through the warehouse, one for each order or one for all, and print in three sizes', async () => {
  const lines = ['MUG-01', 'CUP-01', 'JUG-01'].map((sku) => ({ sku, quantity: 2 }));
  const first = await shop.createOrder({ external_id: 'list-1', lines });
  const second = await shop.createOrder({ external_id: 'list-2', lines: lines.slice(0, 1) });
  const { page, open, complaints, close } = await browser.window({ member: picker, theme: 'dark' });
  await open(`/sandbox/orders/${first.id}`);
  await page.getByRole('link', { name: 'Pick list' }).click();
  await page.getByRole('heading', { name: 'Pick list of order list-1' }).waitFor();
  await open(`/sandbox/orders/pick-list?orders=${first.id},${second.id}`);
  const rows = page.getByRole('table', { name: 'Pick list of order list-1' }).locator('tbody tr');
  await rows.first().waitFor();
  expect((await rows.allInnerTexts()).map((row) => row.split(/\s+/).filter(Boolean))).toEqual([
    ['MAIN:A3/S1', 'JUG-01', 'Jug', '2'],
    ['MAIN:A1/S1', 'CUP-01', 'Cup', '2'],
    ['MAIN:A2/S1', 'MUG-01', 'Mug', '2'],
  ]);
  expect(await violationsOn(page)).toEqual([]);

  const printed: Buffer[] = [];
  for (const paper of ['A4', 'Letter', '4 × 6 inch']) {
    await page.getByLabel('Paper').selectOption(paper);
    printed.push(await page.pdf({ preferCSSPageSize: true }));
  }
  await page.getByLabel('Lists').selectOption('One for all');
  await page.getByRole('table', { name: 'Pick list of 2 orders' }).waitFor();
  await page.getByLabel('Paper').selectOption('A4');
  printed.push(await page.pdf({ preferCSSPageSize: true }));
  const [sheets = [], letters = [], roll = [], together = []] = await readPrinted(printed);
  expect([sheets, letters, roll, together].map(sizesOf)).toEqual([
    [
      [210, 297],
      [210, 297],
    ],
    [
      [216, 279],
      [216, 279],
    ],
    [
      [102, 152],
      [102, 152],
    ],
    [[210, 297]],
  ]);
  expect(pageOf(sheets, 0).text).toMatch(/Pick list of order list-1 .*MAIN:A3\/S1 JUG-01/);
  expect(pageOf(sheets, 1).text).toContain('Pick list of order list-2');
  expect(sheets.map(({ text }) => /Overview|Print/.test(text))).toEqual([false, false]);
  expect(pageOf(together, 0).text).toMatch(/MAIN:A2\/S1 MUG-01 Mug 2 list-1.* MAIN:A2\/S1 MUG-01 Mug 2 list-2/);
  expect(pageOf(sheets, 0).decode('bars', { x: 10, y: 15, width: 85, height: 35 })).toBe('list-1');
  expect(pageOf(sheets, 0).decode('square', { x: 84, y: 18, width: 30, height: 27 })).toBe(first.id);
  expect(complaints()).toEqual([]);
  await close();
});

test('labels of locations and SKUs print on sheets and on a roll, with bars and squares that scanners read', async () => {
  const [aisle = '', shelf = ''] = await idsOf('MAIN:A1', 'MAIN:A1/S1');
  const { page, open, complaints, close } = await browser.window({ member: picker });
  await open(`/sandbox/locations?location=${aisle}`);
  await page.getByRole('link', { name: 'Print labels' }).click();
  await page.getByText('MAIN:A1/S1', { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const print = async (paper: string): Promise<Buffer> => {
    await page.getByLabel('Paper').selectOption(paper);
    return await page.pdf({ preferCSSPageSize: true });
  };
  const places = [await print('A4'), await print('Letter'), await print('4 × 6 inch')];
  await page.getByLabel('Labels of').selectOption('The SKUs that lie there');
  await page.getByText('CUP-01', { exact: true }).waitFor();

  await open('/sandbox/stock/MUG-01');
  await page.getByRole('link', { name: 'Print labels' }).click();
  await page.getByLabel('Copies').fill('25');
  await page.getByText(/^25 labels/).waitFor();
  const skus = [await print('A4'), await print('4 × 6 inch')];
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  const [sheet = [], letter = [], roll = [], copies = [], copiesOnRoll = []] = await readPrinted([...places, ...skus]);
  expect([sheet, letter, roll].map((pages) => pages.length)).toEqual([1, 1, 2]);
  expect([copies, copiesOnRoll].map((pages) => pages.length)).toEqual([2, 25]);
  expect([sheet, letter, roll].map((pages) => sizesOf(pages)[0])).toEqual([
    [210, 297],
    [216, 279],
    [102, 152],
  ]);
  // The second label of the first row, and the second page of the roll.
  expect(pageOf(sheet, 0).decode('bars', { x: 70, y: 5, width: 52, height: 35 })).toBe('MAIN:A1/S1');
  expect(pageOf(sheet, 0).decode('square', { x: 115, y: 10, width: 25, height: 30 })).toBe(shelf);
  expect(pageOf(letter, 0).decode('bars', { x: 74, y: 13, width: 52, height: 25 })).toBe('MAIN:A1/S1');
  expect(pageOf(roll, 1).text).toContain('MAIN:A1/S1');
  expect(pageOf(roll, 1).decode('bars', { x: 4, y: 15, width: 94, height: 45 })).toBe('MAIN:A1/S1');
  expect(pageOf(roll, 1).decode('square', { x: 2, y: 55, width: 55, height: 70 })).toBe(shelf);
  // FNC1 begins a GS1 symbol, which readers tell as the group separator or not at all.
  expect(pageOf(copies, 0).decode('square', { x: 45, y: 10, width: 25, height: 30 }).replaceAll('\u001D', '')).toBe(`010${MUG}`);
  expect(pageOf(copies, 0).decode('bars', { x: 0, y: 5, width: 52, height: 35 })).toBe(MUG);
  expect(complaints()).toEqual([]);
  await close();
});
