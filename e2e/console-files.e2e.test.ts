import { eventually } from '@fulfilment/testing';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { type CutProxy, startCutProxy } from './console/cut-proxy.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let folder: string;
let system: TestSystem;
let proxy: CutProxy;
let browser: ConsoleBrowser;
let accountId: string;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'fulfilment-files-'));
    system = await sharedTestSystem();
    proxy = await startCutProxy(system.baseUrl);
    browser = await startConsoleBrowser(proxy);
    ({ id: accountId } = await system.operator.account('A shop that moves files in the console'));
    manager = await joinAccount(system, { accountId, role: 'manager' });
    shop = makeShop(system.call, (await system.operator.key({ accountId, environment: 'sandbox' })).key);
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 20, reorder_point: 5 });
  },
  async () => {
    await browser?.stop();
    await proxy?.stop();
    await rm(folder, { recursive: true, force: true });
  },
);

const PAGE = '/sandbox/import-export';

/** Writes a file. @returns its path. */
async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Chooses a file as the button does. */
async function choose(page: Page, path: string): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles(path);
}

/** The text of the file that a press of a button saves. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const counts = (page: Page) => page.getByRole('status').locator('.tiles dd').allInnerTexts();

test('a file is looked at, checked, and imported without its bad rows, which can be saved', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open(PAGE);
  const rows = ['MUG-01,Mug of stone,18,', 'CUP-01,"Cup, large",40,A1/S1', 'PLATE-01,Plate,many,', 'CUP-01,"Cup, large",41,'];
  await choose(page, await fileOf('spring.csv', `sku,name,on_hand,location\n${rows.join('\n')}\n`));
  const preview = page.getByRole('table', { name: 'The first rows' });
  expect(await preview.getByRole('row').nth(2).innerText()).toBe('CUP-01\tCup, large\t40\tA1/S1');

  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('1 row cannot be imported.').waitFor();
  expect(await counts(page)).toEqual(['4', '1', '2', '0', '0', '1']);
  await page.getByText('CUP-01: line 5, first in line 3').waitFor();
  const errors = await page.getByRole('table', { name: 'Rows with errors' }).getByRole('row').nth(1).innerText();
  expect(errors).toMatch(/^4\s+on_hand\s+Must be a whole number/);
  expect((await saved(page, 'Save the errors as CSV')).text).toMatch(/^line,row,column,code,message\r\n4,3,on_hand,/);
  expect((await shop.sku('MUG-01')).on_hand).toBe(20);

  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await counts(page)).toEqual(['4', '1', '2', '0', '0', '1']);
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 18, name: 'Mug of stone' });
  expect((await shop.sku('CUP-01')).on_hand).toBe(41);
  await page.getByRole('link', { name: 'Go to the stock' }).click();
  await page.getByRole('link', { name: 'CUP-01' }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test.each([
  [
    'shopify-products.csv',
    'Shopify, products',
    'TEE-RED-S',
    { name: 'Tee / S / Red', on_hand: 12, weight_g: 180 },
    '1 row without a SKU',
  ],
  ['shopify-inventory.csv', 'Shopify, inventory', 'TEE-RED-M', { on_hand: 7, hs_code: '610910' }, '1 row of Location Front Shop'],
  ['woocommerce.csv', 'WooCommerce', 'HOODIE-S', { on_hand: 9, reorder_point: 2, weight_g: 450 }, '1 row of Type variable'],
  ['square.csv', 'Square', 'CANDLE-L', { name: 'Candle / Large', on_hand: 24, weight_g: 680 }, 'New Quantity Harbour Street'],
  ['amazon.txt', 'Amazon, active listings', 'PLATE-6', { on_hand: 15, barcodes: ['4006381333931'] }, 'listing-id'],
  ['prestashop.csv', 'PrestaShop', 'TEAPOT', { name: 'Théière', on_hand: 14, weight_g: 800 }, 'Active (0/1)'],
  ['odoo.csv', 'Odoo', 'DESK', { on_hand: 12, weight_g: 25_500 }, 'Forecasted Quantity'],
])('a file as another system writes it is imported by its preset: %s', async (name, preset, sku, facts, told) => {
  const other = await system.operator.account('A shop that comes from elsewhere to the console');
  const owner = await joinAccount(system, { accountId: other.id, role: 'manager' });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open(PAGE);
  await choose(page, join(import.meta.dirname, 'examples/imports', name));
  await page.getByRole('alert').getByText('An import has no column').waitFor();
  await page.getByLabel('Columns', { exact: true }).selectOption(preset);
  await page.getByText('Columns that are not imported:').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Every row can be imported.').waitFor();
  await page.getByText(told).waitFor();
  await page.getByRole('button', { name: /^Import \d rows$/ }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();

  const own = makeShop(system.call, (await system.operator.key({ accountId: other.id, environment: 'sandbox' })).key);
  expect(await own.sku(sku)).toMatchObject(facts);
  expect(complaints()).toEqual([]);
  await close();
});

test('a check shows each fact before and after, the locations that would be made, and rows by location', async () => {
  await shop.createSku({ sku: 'VASE-01', name: 'Vase', on_hand: 8, location: 'D3/S2' });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open(PAGE);
  await choose(page, await fileOf('vases.csv', 'sku;name;on_hand;location\nVASE-01;Vase;5;d3/S2\nVASE-02;Vase, tall;2;D3/S2\n'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  const changes = page.getByRole('table', { name: 'Changes that the file would make' });
  await changes.getByRole('row', { name: '2 VASE-01 on_hand 8 5' }).waitFor();
  await changes.getByRole('row', { name: '3 VASE-02 name new SKU Vase, tall' }).waitFor();
  await page.getByText('differs from D3/S2 in upper and lower case alone').waitFor();

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, await fileOf('counts.csv', 'sku,location,on_hand\nVASE-01,D3/S3,3\n'));
  await page.getByLabel('A row is').selectOption('A count of a SKU at one location');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await changes.getByRole('row', { name: '2 VASE-01 D3/S3 on_hand 0 3' }).waitFor();
  expect((await shop.sku('VASE-01')).on_hand).toBe(8);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect((await shop.sku('VASE-01')).on_hand).toBe(11);
  expect(complaints()).toEqual([]);
  await close();
});

test('columns of any file are chosen one by one, and its characters are told by its bytes', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open(PAGE);
  const path = join(folder, 'ours.csv');
  await writeFile(path, Buffer.from('Nummer;Text;Gewicht;Menge;Preis\nSCHALE-1;Schüssel;0.4;7;9\n', 'latin1'));
  await choose(page, path);
  await page.getByLabel('Columns', { exact: true }).selectOption('Choose each');
  await page.getByLabel('Target of Nummer').selectOption('sku');
  await page.getByLabel('Target of Text').selectOption('name');
  await page.getByLabel('Target of Gewicht').selectOption('weight_g, from kg');
  await page.getByLabel('Target of Menge').selectOption('on_hand');
  await page.getByText('Columns that are not imported: Preis.').waitFor();
  expect(await page.getByLabel('Characters').inputValue()).toBe('windows-1252');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await shop.sku('SCHALE-1')).toMatchObject({ name: 'Schüssel', weight_g: 400, on_hand: 7 });
  expect(complaints()).toEqual([]);
  await close();
});

test('a file that no import can read is refused before it is sent, or says how far it was read', async () => {
  const { page, open, close } = await browser.window({ member: manager });
  await open(PAGE);
  await choose(page, await fileOf('bars.csv', 'sku|name\nMUG-01|Mug\n'));
  await page.getByRole('alert').getByText('Cells are separated by commas, semicolons or tabs.').waitFor();
  expect(await page.getByRole('button', { name: 'Check the file' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, await fileOf('unknown.csv', 'sku,colour\nMUG-01,red\n'));
  await page.getByRole('alert').getByText('An import has no column “colour”.').waitFor();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, await fileOf('cut.csv', 'sku,name\nBOWL-01,Bowl\nBOWL-02,"Bowl\n'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('alert').getByText('About malformed_csv').waitFor();
  await eventually(async () => expect(await counts(page)).toEqual(['1', '1', '0', '0', '0', '0']));
  await close();
});

test('an import whose answer is lost goes on under its key, also after the page was closed, and does no row twice', async () => {
  await shop.createSku({ sku: 'JUG-01', name: 'Jug', on_hand: 10 });
  const { page, open, close } = await browser.window({ member: manager });
  const file = await fileOf('found.csv', `op,sku,delta,reason\n${'adjust,JUG-01,3,found\n'.repeat(4)}`);
  await open(PAGE);
  await choose(page, file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  proxy.loseAnswersTo('POST /v1/inventory/import?environment=sandbox HTTP');
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByRole('alert').getByText('The connection broke before the answer.').waitFor();
  proxy.loseAnswersTo(undefined);
  await page.reload();
  await choose(page, file);
  await page.getByText('An import of this file was interrupted').waitFor();
  await page.getByRole('button', { name: 'Continue the import' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await counts(page)).toEqual(['4', '0', '0', '4', '0', '0']);
  expect((await shop.sku('JUG-01')).on_hand).toBe(22);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, file);
  await page.getByRole('button', { name: 'Check the file' }).waitFor();
  await close();
});

test('an exported file changes nothing as it is, and what is edited in two cells of it alone', async () => {
  const other = await system.operator.account('A shop that edits its export');
  const own = makeShop(system.call, (await system.operator.key({ accountId: other.id, environment: 'sandbox' })).key);
  const details = { weight_g: 450, unit_cost: '1.250', currency: 'SEK', hs_code: '6912.00', country_of_origin: 'SE' };
  const codes = { barcodes: ['4006381333931', '00012345678905'], metadata: { season: 'spring; summer', '=sum': '-1' } };
  const facts = { on_hand: 20, reorder_point: 5, safety_stock: 2, location: 'A1/S1' };
  await own.createSku({ sku: '0042', name: 'Mug, "large"; red', ...facts, ...details, ...codes });
  await own.createSku({ sku: 'CUP / Ö', name: "=Cup's twin", on_hand: 7, location: 'A1/S2' });
  await own.createSku({ sku: 'OLD-01', name: 'Old' });
  await own.archiveSku('OLD-01');
  await own.transfer(await idOf(own, 'MAIN:A1/S2'), { to: 'A1/S1', sku: 'CUP / Ö', quantity: 3 });
  await own.createOrder({ lines: [{ sku: '0042', quantity: 4 }] });
  const { page, open, complaints, close } = await browser.window({
    member: await joinAccount(system, { accountId: other.id, role: 'manager' }),
  });
  const before = await own.skus();
  await open(`${PAGE}?status=all`);
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  const { text } = await saved(page, 'Export');
  const importAs = async (name: string, content: string): Promise<void> => {
    await choose(page, await fileOf(name, content));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Every row can be imported.').waitFor();
  };

  await importAs('as-it-is.csv', text);
  expect(await counts(page)).toEqual(['3', '0', '0', '0', '3', '0']);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await counts(page)).toEqual(['3', '0', '0', '0', '3', '0']);
  expect(await own.skus()).toEqual(before);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await importAs('edited.csv', text.replace(',450,', ',475,').replace("'=Cup's twin", 'Cup and saucer'));
  const changes = page.getByRole('table', { name: 'Changes that the file would make' }).getByRole('row');
  expect((await changes.allInnerTexts()).slice(1)).toEqual([
    '2\t0042\tweight_g\t450\t475',
    "3\tCUP / Ö\tname\t=Cup's twin\tCup and saucer",
  ]);
  expect(await own.skus()).toEqual(before);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await counts(page)).toEqual(['3', '0', '2', '0', '1', '0']);
  const edited: Readonly<Record<string, object>> = { '0042': { weight_g: 475 }, 'CUP / Ö': { name: 'Cup and saucer' } };
  const after = await own.skus();
  expect(after).toEqual(
    before.map((sku) => {
      const { version, updated_at } = after.find((each) => each.sku === sku.sku) ?? sku;
      return { ...sku, ...(edited[sku.sku] && { ...edited[sku.sku], version, updated_at }) };
    }),
  );
  expect(complaints()).toEqual([]);
  await close();
});

/** The id of a location by its path. */
async function idOf(own: Shop, path: string): Promise<string> {
  const found = (await own.locations()).find((each) => each.path === path);
  if (found === undefined) throw new Error(`${path} is not there`);
  return found.id;
}

test('an export is saved in either format, with the filters of the address; a viewer exports and does not import', async () => {
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  await shop.createSku({ sku: 'LOW-01', name: '=Low', on_hand: 1, reorder_point: 5 });
  const { page, open, complaints, close } = await browser.window({ member: viewer });
  await open(`${PAGE}?low_stock=true`);
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  const csv = await saved(page, 'Export');
  expect(csv.name).toBe('inventory.csv');
  expect(csv.text.split('\r\n').map((line) => line.slice(0, 13))).toEqual(['sku,name,stat', "LOW-01,'=Low,", '']);
  await page.getByRole('status').getByText('inventory.csv was saved: 1 SKUs').waitFor();

  await page.getByLabel('Format').selectOption('NDJSON');
  await page.getByLabel('Stock', { exact: true }).selectOption('Any');
  await shop.createSku({ sku: 'OUT-01', name: 'Out' });
  await page.getByLabel('Units available').selectOption('None: sold out');
  expect((await saved(page, 'Export')).text).toMatch(/^\{"sku":"OUT-01".*\}\n$/);
  await page.getByLabel('Units available').selectOption('Any');
  const ndjson = await saved(page, 'Export');
  const skus = ndjson.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).sku);
  expect(skus).toEqual((await shop.skus()).map(({ sku }) => sku).toSorted());
  expect(await page.getByLabel('Choose a file').count()).toBe(0);
  expect(complaints()).toEqual([]);
  await close();
});
