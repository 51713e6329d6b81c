import { issuedKey } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { tabTo } from './console/keyboard.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let owner: SignedInMember;
let shop: Shop;

beforeAll(async () => {
  system = await sharedTestSystem();
  browser = await startConsoleBrowser(system);
  ({ id: accountId } = await system.operator.account('A shop that counts in the console'));
  owner = await joinAccount(system, { accountId, role: 'owner' });
  shop = makeShop(system.call, (await system.operator.key({ accountId, environment: 'sandbox' })).key);
  const barcodes = ['4006381333931'];
  await shop.createSku({ sku: 'TEE/RED/M', name: 'T-shirt, red', on_hand: 20, location: 'A1/S1', barcodes });
  await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 3, reorder_point: 5 });
});

afterAll(() => browser?.stop());

test('stock is found, adjusted, counted with the keyboard too, and transferred, and the ledger names the member', async () => {
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/stock?barcode=4006381333931');
  await page.getByRole('link', { name: 'TEE/RED/M' }).click();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Adjust' }).click();
  await dialog.getByLabel('Units').fill('-3');
  await dialog.getByLabel('Reason').selectOption('damaged');
  await dialog.getByRole('button', { name: 'Adjust stock' }).click();
  await page.getByRole('cell', { name: 'damaged' }).waitFor();

  await page.getByRole('button', { name: 'Transfer' }).click();
  await dialog.getByLabel('To').fill('A1/S2');
  await dialog.getByLabel('Units').fill('5');
  await dialog.getByRole('button', { name: 'Transfer units' }).click();
  await page.getByRole('region', { name: 'By location' }).getByText('MAIN:A1/S2').waitFor();

  await page.getByRole('button', { name: 'Count' }).click();
  await dialog.getByText('17 on hand').waitFor();
  await shop.updateSku('TEE/RED/M', { on_hand: 18 });
  await dialog.getByLabel('Counted units').fill('16');
  await dialog.getByRole('button', { name: 'Set count' }).click();
  await dialog.getByRole('alert').waitFor();
  expect((await shop.sku('TEE/RED/M')).on_hand).toBe(18);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Once more, with the keyboard alone.
  await tabTo(page, 'Count');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await eventually(async () => expect((await shop.sku('TEE/RED/M')).on_hand).toBe(16));

  await page.getByText('Show the numbers').waitFor();
  const entries = page.getByRole('table', { name: 'Ledger' }).getByText('you', { exact: true });
  await eventually(async () => expect(await entries.count()).toBe(4));
  expect(complaints()).toEqual([]);
  await close();
});

test('the ledger names the key of an entry by the name that it was given', async () => {
  const body = { name: 'Till 7', role: 'manager' };
  const created = await system.callAccount('POST', '/keys?environment=sandbox', { headers: owner.headers, body });
  await makeShop(system.call, created.as(201, issuedKey).key).createSku({ sku: 'LID-01', name: 'Lid', on_hand: 4 });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/stock/LID-01');
  await page.getByRole('table', { name: 'Ledger' }).getByText('Key “Till 7”').waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('the number of sold-out SKUs leads to them, and the address keeps the view', async () => {
  await shop.createSku({ sku: 'BOWL-01', name: 'Bowl' });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/overview');
  await page.getByRole('link', { name: 'SKUs sold out' }).click();
  const table = page.getByRole('table', { name: 'Stock' });
  const links = table.getByRole('link');
  await table.getByRole('link', { name: 'BOWL-01' }).waitFor();
  expect(await links.allInnerTexts()).toEqual(['BOWL-01']);
  expect(page.url()).toMatch(/\/sandbox\/stock\?view=sold-out$/);
  await page.reload();
  await table.getByRole('link', { name: 'BOWL-01' }).waitFor();
  expect(await links.allInnerTexts()).toEqual(['BOWL-01']);
  await page.getByRole('navigation', { name: 'SKUs by state' }).getByRole('link', { name: 'Low in stock' }).click();
  await table.getByRole('link', { name: 'CUP-01' }).waitFor();
  expect(await links.allInnerTexts()).toEqual(['CUP-01']);
  expect(complaints()).toEqual([]);
  await close();
});

test('a scanner that types records one code after another, and the list shows them by itself', async () => {
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/scans');
  await page.getByRole('region', { name: 'Scan here' }).getByLabel('Barcode').waitFor();
  await page.keyboard.type('4006381333931');
  await page.keyboard.press('Enter');
  await page.keyboard.type('NOTHING-KNOWN');
  await page.keyboard.press('Enter');
  await page.getByText('No SKU has this barcode.').waitFor();
  await page.getByText(/TEE\/RED\/M · T-shirt, red · \d+ available/).waitFor();
  await shop.scan({ barcode: 'FROM-A-DEVICE', type: 'pick' });
  await page.getByRole('table', { name: 'Scans' }).getByText('FROM-A-DEVICE').waitFor();
  expect((await shop.scans()).map(({ barcode }) => barcode).toSorted()).toEqual([
    '4006381333931',
    'FROM-A-DEVICE',
    'NOTHING-KNOWN',
  ]);
  await close();
});

test('the overview leads to low stock; a viewer cannot change it', async () => {
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/overview');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Consistent').waitFor();
  await page.getByRole('link', { name: 'SKUs low in stock' }).click();
  await page.getByRole('link', { name: 'CUP-01' }).waitFor();
  expect(await page.getByRole('link', { name: 'TEE/RED/M' }).count()).toBe(0);
  await close();

  const viewer = await browser.window({ member: await joinAccount(system, { accountId, role: 'viewer' }) });
  await viewer.open('/sandbox/stock/CUP-01');
  await viewer.page.getByRole('table', { name: 'Ledger' }).waitFor();
  expect(await viewer.page.getByRole('main').getByRole('button').count()).toBe(0);
  await viewer.close();
});
