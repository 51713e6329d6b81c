import { issuedKey } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { tabTo } from './console/keyboard.ts';
import { buttonsOf, pressAction } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ system, browser, accountId, member: manager, shop } = await openConsoleShop('A shop that packs in the console'));
    await shop.createSku({ sku: 'MUG/RED 1', name: 'Mug, red', on_hand: 20 });
  },
  () => browser?.stop(),
);

test('an order is found, packed and shipped, with the keyboard alone, and its page and history say so', async () => {
  const { id } = await shop.createOrder({ external_id: 'web-1', lines: [{ sku: 'MUG/RED 1', quantity: 2 }] });
  await shop.createOrder({ external_id: 'web-2', lines: [{ sku: 'MUG/RED 1', quantity: 1 }] });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open('/sandbox/orders');
  await page.getByRole('link', { name: 'web-2' }).waitFor();
  await tabTo(page, 'Search');
  await page.keyboard.type('web-1');
  await page.getByRole('link', { name: 'web-2' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?q=web-1');
  await tabTo(page, 'web-1');
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Pack order' }).waitFor();
  await tabTo(page, 'Pack order');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.type('-5');
  await page.keyboard.press('Enter');
  await dialog.locator('.error').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('850');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Ship order' }).waitFor();
  await tabTo(page, 'Ship order');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.type('DHL');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0034');
  await page.keyboard.press('Enter');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Shipped').waitFor();

  expect(await history.getByRole('listitem').count()).toBe(3);
  expect(await page.getByRole('button', { name: /order$/ }).count()).toBe(0);
  expect(await shop.order(id)).toMatchObject({ status: 'shipped', carrier: 'DHL', packages: [{ weight_g: 850 }] });
  expect((await shop.sku('MUG/RED 1')).on_hand).toBe(18);
  expect((await shop.history(id)).map(({ actor }) => actor)).toEqual([expect.stringMatching('^key_'), manager.id, manager.id]);
  expect(complaints()).toEqual([]);
  await close();
});

test('an order that another member changed is not cancelled before the member has seen what it is by now', async () => {
  const owner = await joinAccount(system, { accountId, role: 'owner' });
  const named = { body: { name: 'Till', role: 'manager' }, headers: owner.headers };
  const till = makeShop(
    system.call,
    (await system.callAccount('POST', '/keys?environment=sandbox', named)).as(201, issuedKey).key,
  );
  const { id } = await shop.createOrder({ external_id: 'web-3', lines: [{ sku: 'MUG/RED 1', quantity: 1 }] });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await pressAction(page, 'Cancel order');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('customer changed their mind');
  await till.pack(id);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();

  await dialog.getByText('Changed since you opened it: the order is now packed').waitFor();
  expect((await shop.order(id)).status).toBe('packed');

  await dialog.getByText(/^Changed by Key “Till” at/).waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('customer changed their mind');

  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('Reason for cancelling').waitFor();
  await eventually(async () => expect((await shop.order(id)).cancel_reason).toBe('customer changed their mind'));
  await close();
});

test('an order that lacks stock is not offered for packing, and the page follows what happens to it elsewhere', async () => {
  await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1 });
  const { id } = await shop.createOrder({ external_id: 'lacks-1', lines: [{ sku: 'CUP-01', quantity: 3 }] });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await page.getByText('1 of 3 units allocated').waitFor();
  expect(await page.getByRole('button', { name: 'Pack order' }).count()).toBe(0);
  await shop.updateSku('CUP-01', { on_hand: 10 });
  await page.getByRole('button', { name: 'Pack order' }).click();
  await page.getByRole('dialog').getByText('3 units are allocated. The whole order is packed.').waitFor();
  await page.keyboard.press('Escape');

  await shop.pack(id);
  await page.getByRole('button', { name: 'Ship order' }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('a list says that it loads while the rows of the view before still stand', async () => {
  await shop.createOrder({ external_id: 'seen-1', lines: [{ sku: 'MUG/RED 1', quantity: 1 }] });
  const { page, open, close } = await browser.window({ member: manager });
  await open('/sandbox/orders');
  const table = page.getByRole('table', { name: 'Orders' });
  await table.waitFor();
  const answered = Promise.withResolvers<void>();
  await page.route('**/v1/orders?*status=shipped*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Shipped', exact: true }).click();
  const busy = page.locator('.table-frame[aria-busy="true"]');
  await busy.getByRole('table', { name: 'Orders' }).waitFor();
  answered.resolve();
  await busy.waitFor({ state: 'detached' });
  expect(await page.locator('.table-frame').getAttribute('aria-busy')).not.toBe('true');
  await close();
});

test('names without blanks stay within the page, and metadata stands apart from the facts of the record', async () => {
  const metadata = { [`key_${'x'.repeat(30)}`]: 'v'.repeat(120), Id: 'spoofed-id' };
  await shop.createSku({ sku: 'LONG-1', name: 'N'.repeat(190), on_hand: 1, metadata });
  const { id } = await shop.createOrder({ external_id: 'long-1', lines: [{ sku: 'LONG-1', quantity: 1 }], metadata });
  const { page, open, close } = await browser.window({ member: manager });
  for (const path of [`/sandbox/orders/${id}`, '/sandbox/stock/LONG-1'])
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await open(path);
      await page.getByRole('heading', { name: 'Metadata' }).waitFor();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect([path, width, overflow]).toEqual([path, width, 0]);
    }
  await open(`/sandbox/orders/${id}`);
  const facts = page.locator('.facts-list').first();
  await facts.getByText(id).waitFor();
  expect(await facts.getByText('spoofed-id').count()).toBe(0);
  await close();
});

test('a viewer sees an order and no way to change it; each environment has its own orders', async () => {
  const { id } = await shop.createOrder({ external_id: 'web-4', lines: [{ sku: 'MUG/RED 1', quantity: 1 }] });
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, open, close } = await browser.window({ member: viewer });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
  expect(await buttonsOf(page).count()).toBe(0);

  await page.getByRole('link', { name: 'Production' }).click();
  await page.getByRole('heading', { name: 'No orders here' }).waitFor();
  await open(`/production/orders/${id}`);
  await page.getByRole('alert').getByText('Not found').waitFor();
  await close();
});

test('a member whose role no longer packs is refused with 403, and the button is gone', async () => {
  const { id } = await shop.createOrder({ external_id: 'web-5', lines: [{ sku: 'MUG/RED 1', quantity: 1 }] });
  const packer = await joinAccount(system, { accountId, role: 'fulfilment' });
  const owner = await joinAccount(system, { accountId, role: 'owner' });
  const { page, open, close } = await browser.window({ member: packer });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('button', { name: 'Pack order' }).click();
  await system.callAccount('PATCH', `/members/${packer.id}`, { body: { role: 'viewer' }, headers: owner.headers });
  // Of an order that is not there: until the gateway knows of the new role, the real one would be packed.
  const pack = () => system.call('POST', `/orders/${newId('ord')}/pack?environment=sandbox`, { headers: packer.headers });
  await eventually(async () => expect((await pack()).status).toBe(403));

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pack order' }).click();
  await dialog.getByRole('alert').getByText('About forbidden').waitFor();
  expect((await shop.order(id)).status).toBe('created');
  await page.reload();
  await page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
  expect(await page.getByRole('button', { name: 'Pack order' }).count()).toBe(0);
  await close();
});
