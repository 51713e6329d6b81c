import { webhookWithSecret } from '@fulfilment/contracts';
import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
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
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that half remembers'));
    await shop.createSku({ sku: 'TEE/RED/M', name: 'T-shirt, red', on_hand: 5, location: 'A7/S1', barcodes: ['4006381333931'] });
  },
  () => browser?.stop(),
);

test('a key opens it anywhere but in fields: orders of every state, SKUs, places and pages are found and opened', async () => {
  const { id } = await shop.createOrder({ external_id: 'shop-1001', lines: [{ sku: 'TEE/RED/M', quantity: 1 }] });
  await shop.cancel(id);
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog', { name: 'Find' });
  const field = dialog.getByRole('searchbox');
  const option = (name: RegExp) => dialog.getByRole('option', { name });
  const look = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await field.fill(text);
  };
  await open('/sandbox/overview');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.keyboard.press('/');
  await field.and(page.locator(':focus')).waitFor();
  await dialog.getByRole('option', { name: 'Orders', exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await field.fill('shop-1001');
  await option(/shop-1001/)
    .filter({ hasText: 'Cancelled' })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/sandbox/orders/${id}`);
  await dialog.waitFor({ state: 'detached' });

  for (const text of ['tee/r', 'RED', '4006381333931', '400638', '(01)04006381333931(10)LOT-1']) {
    await look(text);
    await option(/TEE\/RED\/M/)
      .filter({ hasText: '5 available' })
      .waitFor();
    expect(await option(/TEE\/RED\/M/).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await look('red');
  await option(/TEE\/RED\/M/).click();
  await page.getByRole('heading', { name: 'TEE/RED/M', level: 1 }).waitFor();

  await look('tee/red/m');
  await option(/^Orders with TEE\/RED\/M/).click();
  await page.getByRole('link', { name: 'shop-1001' }).waitFor();
  expect(new URL(page.url()).searchParams.get('sku')).toBe('TEE/RED/M');

  const to = { name: 'Zoë Müller', address1: '1 Quay', city: 'Cork', country: 'IE', email: 'zoe@shop.example' };
  const sent = await shop.createOrder({ external_id: '#2002', ship_to: to, lines: [{ sku: 'TEE/RED/M', quantity: 1 }] });
  await shop.pack(sent.id);
  await shop.ship(sent.id, { tracking_number: 'JD0146' });
  for (const text of ['2002', 'muller zo', 'ZOE@SHOP', 'jd01', sent.id.slice(0, 20)]) {
    await look(text);
    await option(/#2002/).filter({ hasText: 'Shipped · Zoë Müller' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  await look('A7/S1');
  await option(/MAIN:A7\/S1/).click();
  await page.getByRole('region', { name: 'MAIN:A7/S1' }).waitFor();
  await look(id.toLowerCase());
  await option(/shop-1001/).waitFor();
  await field.fill('no such thing');
  await dialog.getByText('Nothing found for “no such thing”.').waitFor();
  await field.fill('create or');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create an order' }).waitFor();
  await page.getByText('Note and metadata').click();
  await page.getByLabel('Note').fill('1/2 ');
  expect(await page.getByLabel('Note').inputValue()).toBe('1/2 ');
  await page.getByLabel('Note').press('/');
  expect(await dialog.count()).toBe(0);
  expect(complaints()).toEqual([]);
  await close();
});

test('work begins in it: a SKU is added, the station opens in a mode, and an endpoint is found by its URL or description', async () => {
  const owner = await joinAccount(system, { accountId, role: 'owner' });
  const body = { url: 'http://127.0.0.1:9999/hooks-example', description: 'Handhelds, north hall' };
  const made = await system.callAccount('POST', '/webhooks?environment=sandbox', { body, headers: owner.headers });
  const endpoint = made.as(201, webhookWithSecret).id;
  const { page, open, complaints, close } = await browser.window({ member: owner });
  const dialog = page.getByRole('dialog', { name: 'Find' });
  const choose = async (text: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await dialog.getByRole('searchbox').and(page.locator(':focus')).fill(text);
    await dialog.getByRole('option', { name: option }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await open('/sandbox/overview');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await choose('add sku', /^Add SKU$/);
  const adding = page.getByRole('dialog', { name: 'Add a SKU' });
  await adding.getByLabel('SKU', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await adding.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await choose('put away', /^Scan station: Put away$/);
  await page.waitForURL('**/sandbox/station?mode=putaway');
  for (const text of ['HOOKS-ex', 'north hall']) {
    await choose(text, /hooks-example/);
    await page.waitForURL(`**/sandbox/developers/webhooks/${endpoint}`);
    await page.goBack();
  }
  expect(complaints()).toEqual([]);
  await close();
});

test('it finds what the member may read, in the environment that is shown', async () => {
  await shop.createOrder({ external_id: 'shop-1002', lines: [{ sku: 'TEE/RED/M', quantity: 1 }] });
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, open, close } = await browser.window({ member: viewer });
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await open('/sandbox/orders');
  await page.getByRole('button', { name: 'Find' }).click();
  await dialog.getByRole('searchbox').fill('shop-1002');
  await dialog.getByRole('option', { name: /shop-1002/ }).waitFor();
  await dialog.getByRole('searchbox').fill('create');
  await dialog.getByText('Nothing found for “create”.').waitFor();
  expect(await dialog.getByRole('option').count()).toBe(0);
  await close();
});
