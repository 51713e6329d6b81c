import { orderRecord } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { lentTestSystem } from './system/shared-system.ts';
import { type OwnTestSystem, processNamed } from './system/start-test-system.ts';

let system: OwnTestSystem;
let browser: ConsoleBrowser;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    system = await lentTestSystem();
    browser = await startConsoleBrowser(system);
    const { id: accountId } = await system.operator.account('A shop whose inventory stands still');
    manager = await joinAccount(system, { accountId, role: 'manager' });
    shop = makeShop(system.call, (await system.operator.key({ accountId, environment: 'sandbox' })).key);
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 20 });
  },
  async () => {
    await browser?.stop();
    await system?.stop();
  },
);

/** Lets inventory stand still during a story. */
async function withoutInventory(story: () => Promise<void>): Promise<void> {
  const { pid } = processNamed(system, 'inventory');
  if (pid === undefined) throw new Error('Inventory does not run');
  process.kill(pid, 'SIGSTOP');
  try {
    await story();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

const line = { sku: 'MUG-01', quantity: 2 };

test('an order that was accepted without an answer of inventory is followed by its page until it is placed', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await withoutInventory(async () => {
    const body = { external_id: 'late-1', lines: [line] };
    const { id } = (await system.call('POST', '/orders', { key: shop.key, body })).as(202, orderRecord);
    await open(`/sandbox/orders/${id}`);
    await page.getByRole('status').getByText('The order is recorded.').waitFor();
    expect(await page.getByRole('button', { name: 'Pack order' }).count()).toBe(0);
  });
  await page.getByRole('button', { name: 'Pack order' }).waitFor();
  expect(await page.getByText('The order is recorded.').count()).toBe(0);
  expect(complaints()).toEqual([]);
  await close();
});

test('a step that was accepted without an answer of inventory is followed to its end, and cannot be taken twice', async () => {
  const { id } = await shop.createOrder({ external_id: 'late-2', lines: [line] });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('button', { name: 'Pack order' }).waitFor();
  await withoutInventory(async () => {
    await page.getByRole('button', { name: 'Pack order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pack order' }).click();
    await page.getByRole('status').getByText('Packing is recorded.').waitFor();
    expect(await page.getByRole('button', { name: 'Pack order' }).isDisabled()).toBe(true);
    expect((await shop.order(id)).pending_transition).toBe('pack');
  });
  await page.getByRole('button', { name: 'Ship order' }).waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('Packed').waitFor();
  expect((await shop.order(id)).status).toBe('packed');
  await close();
});

test('a fulfilment that was accepted without an answer of inventory is followed until it can be packed', async () => {
  const { id } = await shop.createOrder({ external_id: 'late-3', lines: [line] });
  const { page, open, close } = await browser.window({ member: manager });
  await open(`/sandbox/orders/${id}`);
  await page.getByRole('button', { name: 'Create fulfilment' }).waitFor();
  await withoutInventory(async () => {
    await page.getByRole('button', { name: 'Create fulfilment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create fulfilment' }).click();
    await page.getByRole('status').getByText('The fulfilment is recorded.').waitFor();
    expect((await shop.order(id)).pending_transition).toBe('fulfil');
  });
  await page.getByRole('button', { name: 'Pack fulfilment 1' }).and(page.locator(':enabled')).waitFor();
  expect((await shop.order(id)).fulfilments).toMatchObject([{ status: 'open' }]);
  await close();
});
