import { retentionRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { actionsInMenus } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let owner: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    system = await sharedTestSystem();
    browser = await startConsoleBrowser(system);
    ({ id: accountId } = await system.operator.account('A shop that keeps little'));
    owner = await joinAccount(system, { accountId, role: 'owner' });
    const { key } = await system.operator.key({ accountId, limit: { burst: 4_000, rate: 400 } });
    shop = makeShop(system.call, key);
    await shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 20 });
  },
  () => browser?.stop(),
);

test('an owner sees limits with their use by environment, and has personal data erased after days, by a typed word', async () => {
  const { page, open, complaints, close } = await browser.window({ member: owner });
  const retention = async () => {
    const { headers } = owner;
    return (await system.callAccount('GET', '/retention?environment=sandbox', { headers })).as(200, retentionRecord);
  };
  await open('/sandbox/settings/limits');
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByText('1 of 2,000,000').waitFor();
  const row = page.getByRole('table', { name: 'Limits of active keys' }).getByRole('row').nth(1);
  await row
    .getByText(/4,?000/)
    .first()
    .waitFor();
  const personal = page.getByRole('region', { name: 'Personal data' });
  await personal.getByText('Never by itself').waitFor();

  await personal.getByRole('button', { name: 'Change retention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change retention' });
  await dialog.getByText(/name, address, contact, metadata, and notes and other texts/).waitFor();
  await dialog.getByLabel('Days').fill('29');
  await dialog.getByLabel('Type “erase” to confirm').fill('erase');
  await dialog.getByRole('button', { name: 'Save retention' }).click();
  await dialog.locator('.error').waitFor();
  await dialog.getByLabel('Days').fill('400');
  await dialog.getByLabel('Type “erase” to confirm').fill('');
  await dialog.getByRole('button', { name: 'Save retention' }).click();
  await dialog.locator('.error').waitFor();
  expect(await retention()).toMatchObject({ ship_to_days: null, updated_by: null });
  await dialog.getByLabel('Type “erase” to confirm').fill('erase');
  await dialog.getByRole('button', { name: 'Save retention' }).click();

  await personal.getByText('400 days after the last change of an ended order').waitFor();
  await personal.getByText('you').first().waitFor();
  expect(await retention()).toMatchObject({ ship_to_days: 400, updated_by: owner.id });
  await open('/production/settings/limits');
  await personal.getByText('Never by itself').waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('the account page shows what each environment uses of its bounds, and leads to its limits', async () => {
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/settings/account');
  const sandbox = page.getByRole('region', { name: 'Used in Sandbox' });
  const production = page.getByRole('region', { name: 'Used in Production' });
  await sandbox.getByText(/^[1-9]\d* of 2,000,000$/).waitFor();
  await production.getByText('0 of 2,000,000').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await production.getByRole('link', { name: 'Limits and retention of Production' }).click();
  await page.waitForURL(/\/production\/settings\/limits$/);
  expect(complaints()).toEqual([]);
  await close();
});

test('a viewer sees limits and retention, and changes neither', async () => {
  const viewer = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, open, complaints, close } = await browser.window({ member: viewer });
  await open('/sandbox/settings/limits');
  const personal = page.getByRole('region', { name: 'Personal data' });
  await personal.getByText('Erased', { exact: true }).waitFor();
  expect(await personal.getByRole('button').count()).toBe(0);
  expect(complaints()).toEqual([]);
  await close();
});

test('the persons’ data of an ended order is erased from its page, after a dialog that names what is lost', async () => {
  const shipTo = { name: 'Planted Person', address1: '1 Planted Road', city: 'Plantedville', country: 'HK' };
  const { id } = await shop.createOrder({ lines: [{ sku: 'MUG', quantity: 1 }], ship_to: shipTo, note: 'Ring at Planted' });
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open(`/sandbox/orders/${id}`);
  await page.getByText('Planted Person').first().waitFor();
  expect(await page.getByRole('button', { name: 'Erase personal data' }).count()).toBe(0);
  const inMenu = await actionsInMenus(page);
  expect(inMenu).toContain('Cancel order');
  expect(inMenu).not.toContain('Erase personal data');
  await shop.cancel(id);

  await page.getByRole('button', { name: 'Erase personal data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase personal data' });
  await dialog
    .getByText(/Name, address, contact, metadata, and notes and other texts that may name persons, are removed/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Erase personal data' }).click();
  await dialog.locator('.error').waitFor();
  await dialog.getByLabel('Type “erase” to confirm').fill('erase');
  await dialog.getByRole('button', { name: 'Erase personal data' }).click();

  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => expect(await page.locator('main').innerText()).not.toContain('Planted'));
  await page.getByText('Personal data erased', { exact: true }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});
