import { issuedKey, scanResults } from '@fulfilment/contracts';
import { eventually, patient } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { tabTo } from './console/keyboard.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, PASSWORD, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let owner: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: owner, shop } = await openConsoleShop('A shop that counts in the console', 'owner'));
    const barcodes = ['4006381333931'];
    await shop.createSku({ sku: 'TEE/RED/M', name: 'T-shirt, red', on_hand: 20, location: 'A1/S1', barcodes });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 3, reorder_point: 5 });
  },
  () => browser?.stop(),
);

const scannedCodes = async () => (await shop.scans()).map(({ barcode }) => barcode);

test('scans of a location are found by its path and its id, whichever of its names the device sent', async () => {
  const { id: ownAccount } = await system.operator.account('A shop whose devices name places in their own ways');
  const packer = await joinAccount(system, { accountId: ownAccount, role: 'fulfilment' });
  const own = makeShop(system.call, (await system.operator.key({ accountId: ownAccount, environment: 'sandbox' })).key);
  await own.createSku({ sku: 'BOX-1', name: 'Box', on_hand: 1, location: 'N7/S1' });
  const place = (await own.locations()).find(({ path }) => path === 'MAIN:N7/S1');
  if (!place) throw new Error('MAIN:N7/S1 was not made');
  const sent = [
    ['sent-id', place.id],
    ['sent-path', place.path],
    ['sent-short', 'N7/S1'],
    ['sent-other', 'N7/S2'],
  ] as const;
  for (const [barcode, location] of sent) await own.scan({ barcode, location });
  const { page, open, complaints, close } = await browser.window({ member: packer });
  const codes = page.getByRole('table', { name: 'Scans' }).locator('tbody code');
  for (const name of ['N7/S1', place.id]) {
    await open(`/sandbox/scans?location=${encodeURIComponent(name)}`);
    await eventually(async () => expect(await codes.allInnerTexts()).toEqual(['sent-short', 'sent-path', 'sent-id']), {
      withinMs: 60_000,
    });
  }
  await open(`/sandbox/locations?location=${place.id}`);
  await page.getByRole('link', { name: 'Scans that name it' }).click();
  await eventually(async () => expect(await codes.count()).toBe(3), { withinMs: 60_000 });
  expect(complaints()).toEqual([]);
  await close();
});

test('a SKU shows its weight, cost and facts for customs, and which of its units are not for sale', async () => {
  const facts = { weight_g: 310, unit_cost: '2.50', currency: 'EUR', hs_code: '691200', country_of_origin: 'PT' };
  const { location_id: home } = await shop.createSku({ sku: 'CUSTOMS-1', name: 'Mug', on_hand: 3, ...facts });
  await shop.createLocation({ type: 'warehouse', code: 'HOLD', usage: 'quarantine' });
  await shop.transfer(home, { to: 'HOLD:Q1', sku: 'CUSTOMS-1', quantity: 2 });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/stock/CUSTOMS-1');
  const details = page.getByRole('region', { name: 'Details' });
  for (const text of ['310 g', '2.50 EUR', '691200', 'PT']) await details.getByText(text, { exact: true }).waitFor();
  const places = page.getByRole('region', { name: 'By location' }).locator('dl > div');
  expect((await places.allInnerTexts()).map((text) => text.replace(/\s+/gv, ' '))).toEqual(['HOLD:Q1 not for sale 2', 'MAIN 1']);
  expect(complaints()).toEqual([]);
  await close();
});

test('stock is found, adjusted, counted with the keyboard too, and transferred, and the ledger names the member', async () => {
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/stock?barcode=4006381333931');
  await page.getByRole('link', { name: 'TEE/RED/M' }).click();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Adjust' }).click();
  await dialog.getByLabel('Units').fill('-3');
  await dialog.getByLabel('Reason').selectOption('damaged');
  await dialog.getByRole('button', { name: 'Adjust stock' }).click();
  await page.getByRole('rowheader', { name: 'Damaged' }).waitFor();

  await page.getByRole('button', { name: 'Transfer' }).click();
  await dialog.getByRole('combobox', { name: 'To' }).fill('A1/S2');
  await dialog.getByLabel('Units').fill('5');
  await dialog.getByRole('button', { name: 'Transfer units' }).click();
  await page.getByRole('region', { name: 'By location' }).getByText('MAIN:A1/S2').waitFor();

  await page.getByRole('button', { name: 'Count' }).click();
  await dialog.getByText('17 on hand').waitFor();
  await shop.updateSku('TEE/RED/M', { on_hand: 18 });
  await dialog.getByLabel('Counted units').fill('16');
  await dialog.getByRole('button', { name: 'Set count' }).click();
  await dialog.getByText('18 on hand by now.').waitFor();
  await dialog.getByText(/^Changed by .+ at/).waitFor();
  expect((await shop.sku('TEE/RED/M')).on_hand).toBe(18);
  await dialog.getByRole('button', { name: 'Set count' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await shop.sku('TEE/RED/M')).on_hand).toBe(16);
  // Once more, with the keyboard alone.
  await tabTo(page, 'Count');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await eventually(async () => expect((await shop.sku('TEE/RED/M')).on_hand).toBe(15));

  await page.getByText('Show the numbers').waitFor();
  const entries = page.getByRole('table', { name: 'Ledger' }).getByText('you', { exact: true });
  await eventually(async () => expect(await entries.count()).toBe(5));
  expect(complaints()).toEqual([]);
  await close();
});

test('safety stock and reorder point of a warehouse are set, and stock and orders are looked at by warehouse', async () => {
  const { id } = await shop.createLocation({ type: 'warehouse', code: 'ATTIC' });
  await shop.createSku({ sku: 'LAMP-01', name: 'Lamp', on_hand: 6, location: 'ATTIC:A1/S1' });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/stock/LAMP-01');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Set safety stock and reorder point in ATTIC' }).click();
  await dialog.getByLabel('Safety stock').fill('2');
  await dialog.getByLabel('Reorder point').fill('9');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await shop.sku('LAMP-01')).warehouses).toMatchObject([
    { warehouse: 'ATTIC', buffer: 2, safety_stock: 2, reorder_point: 9 },
  ]);
  await page.getByRole('button', { name: 'Set safety stock and reorder point in ATTIC' }).click();
  await dialog.getByLabel('Safety stock').fill('');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await shop.sku('LAMP-01')).warehouses).toMatchObject([{ safety_stock: null, reorder_point: 9 }]);

  await open('/sandbox/stock?view=low');
  await page.getByLabel('Warehouse').selectOption('ATTIC');
  const links = page.getByRole('table', { name: 'Stock' }).getByRole('link');
  await eventually(async () => expect(await links.allTextContents()).toEqual(['LAMP-01']));
  expect(new URL(page.url()).searchParams.get('warehouse')).toBe(id);
  await open(`/sandbox/orders?warehouse=${id}`);
  await page.getByText('No orders here').waitFor();
  expect(await page.getByLabel('Warehouse').inputValue()).toBe(id);
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

test('a list is sorted by the head of a column, which says so, and the address keeps it', async () => {
  for (const sku of ['SORT-A', 'SORT-B']) await shop.createSku({ sku, name: 'Sorted', on_hand: 1 });
  await system.call('POST', '/inventory/SORT-A/adjustments', { key: shop.key, body: { delta: 1, reason: 'receipt' } });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/stock?q=SORT');
  const codes = page.getByRole('table', { name: 'Stock' }).locator('tbody th');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await eventually(async () => expect(await codes.allInnerTexts()).toEqual(['SORT-A', 'SORT-B']));
  expect([await head('SKU').getAttribute('aria-sort'), await head('Changed').getAttribute('aria-sort')]).toEqual([
    'ascending',
    'none',
  ]);
  await head('Changed').getByRole('button').click();
  await eventually(async () => expect(await codes.allInnerTexts()).toEqual(['SORT-B', 'SORT-A']));
  expect([await head('SKU').getAttribute('aria-sort'), await head('Changed').getAttribute('aria-sort')]).toEqual([
    'none',
    'ascending',
  ]);
  await page.reload();
  await eventually(async () => expect(await codes.allInnerTexts()).toEqual(['SORT-B', 'SORT-A']));
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
  await open('/sandbox/station');
  await page.getByLabel('Barcode').waitFor();
  await page.keyboard.type('4006381333931');
  await page.keyboard.press('Enter');
  await page.keyboard.type('NOTHING-KNOWN');
  await page.keyboard.press('Enter');
  await page.getByText('No SKU has this barcode.').waitFor();
  await page.getByText(/TEE\/RED\/M · T-shirt, red · \d+ on hand, \d+ available/).waitFor();
  await page.getByRole('link', { name: 'All scans' }).click();
  await shop.scan({ barcode: 'FROM-A-DEVICE', type: 'pick' });
  await page.getByRole('table', { name: 'Scans' }).getByText('FROM-A-DEVICE').waitFor();
  expect((await scannedCodes()).toSorted()).toEqual(['4006381333931', 'FROM-A-DEVICE', 'NOTHING-KNOWN']);
  await close();
});

test('a list that updates by itself asks for its newest page alone, however many were loaded', async () => {
  const scans = Array.from({ length: 60 }, (_none, index) => ({ barcode: `MANY-${index}`, type: 'pick' }));
  (await system.call('POST', '/scans/batch', { key: shop.key, body: { scans } })).as(200, scanResults);
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/scans');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page
    .getByRole('cell', { name: 'MANY-0', exact: true })
    .or(page.getByRole('rowheader', { name: 'MANY-0', exact: true }))
    .waitFor();
  const asked: boolean[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/scans') asked.push(searchParams.has('cursor'));
  });
  await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(3));
  expect(asked).not.toContain(true);
  await shop.scan({ barcode: 'ONE-MORE', type: 'pick' });
  await page.getByText('ONE-MORE').waitFor();
  expect(await page.getByText('MANY-0', { exact: true }).count()).toBe(1);
  await close();
});

test('a barcode that is half typed is no fault: no SKU has it as it stands', async () => {
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/stock');
  await page.getByRole('link', { name: 'CUP-01' }).waitFor();
  await page.getByLabel('Barcode').fill('400638133393');
  await page.getByRole('heading', { name: 'No SKUs here' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByLabel('Barcode').fill('4006381333931');
  await page.getByRole('link', { name: 'TEE/RED/M' }).waitFor();
  await close();
});

test('no scan is lost to a broken connection, a 503 or a reload: it waits in view, and is recorded once, in order', async () => {
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/station');
  const waiting = page.getByRole('status', { name: 'Scans that wait' });
  await page.getByLabel('Barcode').waitFor();
  await page.context().setOffline(true);
  for (const code of ['OFF-1', 'OFF-2', 'OFF-3']) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
  await waiting.getByText('3 scans wait to be sent').waitFor();
  await waiting.getByText('No connection to the server.').waitFor();

  const sent: string[] = [];
  await page.route('**/v1/scans?*', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    sent.push(route.request().postDataJSON().barcode);
    // The gateway takes the first one, and its answer is lost on the way.
    if (sent.length === 1) await route.fetch();
    return await route.fulfill({ status: 503, body: 'a proxy' });
  });
  await page.context().setOffline(false);
  await waiting.getByText('The server cannot take them now.').waitFor();
  await page.reload();
  await waiting.getByText('3 scans wait to be sent').waitFor();
  await eventually(async () => expect(sent.length).toBeGreaterThan(1));
  expect(new Set(sent)).toEqual(new Set(['OFF-1']));

  await page.unroute('**/v1/scans?*');
  await page.keyboard.type('ON-1');
  await page.keyboard.press('Enter');
  const results = page.getByRole('log', { name: 'Scanned in this window' });
  for (const code of ['OFF-1', 'OFF-2', 'OFF-3', 'ON-1']) await results.getByText(`${code} recorded`).waitFor();
  expect(await waiting.innerText()).toBe('');
  const recorded = (await scannedCodes()).filter((barcode) => /^O(FF|N)-/.test(barcode));
  expect(recorded).toEqual(['ON-1', 'OFF-3', 'OFF-2', 'OFF-1']);
  expect(complaints()).toEqual([]);
  await close();
});

test('a scan that waits is not sent by the member who signs in next in that browser, and is when its own does', async () => {
  const first = await joinAccount(system, { accountId, role: 'scanner' });
  const next = await joinAccount(system, { accountId, role: 'scanner' });
  const { page, open, close } = await browser.window({ member: first });
  const signInAs = async ({ email }: { email: string }): Promise<void> => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await open('/sandbox/station');
  };
  await open('/sandbox/station');
  await page.getByLabel('Barcode').waitFor();
  await page.route('**/v1/scans?*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'a proxy' }) : route.continue(),
  );
  await page.keyboard.type('MINE-1');
  await page.keyboard.press('Enter');
  await page.getByText('1 scan waits to be sent').waitFor();
  await signInAs(next);
  await page.unroute('**/v1/scans?*');
  await page.getByText('1 scan of another member is kept in this browser').waitFor();
  await page.keyboard.type('THEIRS-1');
  await page.keyboard.press('Enter');
  await page.getByText('THEIRS-1 recorded').waitFor();
  expect(await scannedCodes()).not.toContain('MINE-1');

  await signInAs(first);
  await eventually(async () => expect(await scannedCodes()).toContain('MINE-1'));
  expect(await page.getByText('kept in this browser').count()).toBe(0);
  await close();
});

test('scans of two tabs wait while the session of their member has ended, and are each recorded once after one sign-in', async () => {
  const member = await joinAccount(system, { accountId, role: 'scanner' });
  const { page, open, complaints, close } = await browser.window({ member });
  await open('/sandbox/station');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const tabs = [page, other];
  for (const tab of tabs) await tab.getByLabel('Barcode').waitFor();
  await system.callAccount('DELETE', '/session', { headers: member.headers });
  const { headers } = member;
  await eventually(async () => expect((await system.callAccount('GET', '/session', { headers })).status).toBe(401));
  for (const [at, tab] of tabs.entries())
    for (const code of [`TAB-${at}-1`, `TAB-${at}-2`]) {
      await tab.bringToFront();
      await tab.keyboard.type(code);
      await tab.keyboard.press('Enter');
    }
  for (const tab of tabs) await tab.getByText(/scans wait to be sent/).waitFor();
  expect((await scannedCodes()).filter((code) => code.startsWith('TAB-'))).toEqual([]);

  await page.bringToFront();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await again.getByLabel('Password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'detached' });
  const recorded = async () => (await scannedCodes()).filter((code) => code.startsWith('TAB-')).toSorted();
  await eventually(async () => expect(await recorded()).toEqual(['TAB-0-1', 'TAB-0-2', 'TAB-1-1', 'TAB-1-2']), {
    withinMs: 60_000,
  });
  for (const tab of tabs) await tab.getByText('to be sent').waitFor({ state: 'detached', timeout: patient(60_000) });
  expect(await recorded()).toHaveLength(4);
  expect(complaints()).toEqual([]);
  await close();
});

test('the overview leads to low stock; a viewer cannot change it', async () => {
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/overview');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Consistent').waitFor();
  // Of the plan: the endpoints of an environment.
  await page.getByText(/^\d+ of 50$/).waitFor();
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
