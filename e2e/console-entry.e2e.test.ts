import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import type { ConsoleBrowser } from './console/console-browser.ts';
import { openConsoleShop } from './console/console-shop.ts';
import { tabTo } from './console/keyboard.ts';
import { pressAction } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import type { SignedInMember } from './system/member.ts';
import type { Shop } from './system/shop.ts';

let browser: ConsoleBrowser;
let manager: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    ({ browser, member: manager, shop } = await openConsoleShop('A shop that begins in the console'));
  },
  () => browser?.stop(),
);

test('the first SKU is added with all its fields, at a place that is told to be new, and found as a mistake is mended', async () => {
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog', { name: 'Add a SKU' });
  await open('/sandbox/stock');
  await page.getByRole('heading', { name: 'No SKUs yet' }).waitFor();
  await page.getByRole('button', { name: 'Add SKU' }).click();
  await dialog.getByLabel('SKU', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('MUG/RED 1');
  await dialog.getByLabel('Name', { exact: true }).fill('Mug, red');
  await dialog.getByLabel('Units on hand').fill('12');
  await dialog.getByRole('combobox', { name: 'Home location' }).fill('A3/S2');
  await dialog.getByText('A3/S2 does not exist yet: it is created when you save.').waitFor();
  await dialog.getByRole('combobox', { name: 'Home location' }).fill('W9:A3/S2');
  await dialog.getByText('There is no warehouse W9.').waitFor();
  await dialog.getByRole('combobox', { name: 'Home location' }).fill('A3/S2');
  await dialog.getByLabel('Reorder point').fill('5');
  await dialog.getByLabel('Barcodes').fill('4006381333931\n4006381333930');
  await dialog.getByLabel('Weight in grams').fill('310');
  await dialog.getByLabel('Cost of one unit').fill('2.50');
  await dialog.getByRole('button', { name: 'Add pair' }).click();
  await dialog.getByLabel('Name of pair 1').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('season');
  await dialog.getByLabel('Value of pair 1').fill('winter');
  await dialog.getByRole('button', { name: 'Add SKU' }).click();
  await dialog.getByText('Required.').waitFor();
  await dialog.getByLabel('Currency').fill('eur');
  await dialog.getByLabel('Customs code').fill('691200');
  await dialog.getByLabel('Country of origin').fill('pt');
  await dialog.getByRole('button', { name: 'Add SKU' }).click();
  await dialog.getByText(/check digit/).waitFor();
  await dialog.getByLabel('Barcodes').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText('What you typed would be lost.').waitFor();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.getByLabel('Barcodes').fill('4006381333931\nBOX-7');
  await dialog.getByRole('button', { name: 'Add SKU' }).click();
  await page.getByRole('heading', { name: 'MUG/RED 1', level: 1 }).waitFor();

  expect(await shop.sku('MUG/RED 1')).toMatchObject({
    name: 'Mug, red',
    on_hand: 12,
    reorder_point: 5,
    location: 'A3/S2',
    barcodes: ['4006381333931', 'BOX-7'],
    weight_g: 310,
    unit_cost: '2.50',
    currency: 'EUR',
    hs_code: '691200',
    country_of_origin: 'PT',
    metadata: { season: 'winter' },
  });
  expect(complaints()).toEqual([]);
  await close();
});

test('an edit goes over stock that moved since, and asks where another changed the same field; a SKU is archived and restored', async () => {
  await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 3, location: 'A4/S1', reorder_point: 1 });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/stock/CUP-01');
  await pressAction(page, 'Edit');
  await dialog.getByLabel('Reorder point').fill('7');
  await shop.updateSku('CUP-01', { on_hand: 4 });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await shop.sku('CUP-01')).toMatchObject({ on_hand: 4, reorder_point: 7, name: 'Cup' });

  await pressAction(page, 'Edit');
  await dialog.getByLabel('Name', { exact: true }).fill('Cup, mine');
  await dialog.getByLabel('Weight in grams').fill('90');
  await shop.updateSku('CUP-01', { name: 'Cup, theirs' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Name now: Cup, theirs').waitFor();
  expect((await shop.sku('CUP-01')).name).toBe('Cup, theirs');
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Cup, mine');
  await dialog.getByRole('button', { name: 'Use the present name' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await shop.sku('CUP-01')).toMatchObject({ name: 'Cup, theirs', weight_g: 90 });

  await pressAction(page, 'Archive');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  expect(await page.getByRole('button', { name: 'Adjust' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Adjust' }).waitFor();
  expect((await shop.sku('CUP-01')).status).toBe('active');
  expect(complaints()).toEqual([]);
  await close();
});

test('an order is taken by the keyboard alone: its SKUs are searched, and a fault is told at its line', async () => {
  await shop.createSku({ sku: 'BOWL-04', name: 'Bowl, stoneware', on_hand: 20 });
  await shop.createSku({ sku: 'JUG-09', name: 'Jug, glass', on_hand: 20 });
  const { page, open, complaints, close } = await browser.window({ member: manager });
  await open('/sandbox/orders');
  await page.getByRole('link', { name: 'Create order' }).waitFor();
  await tabTo(page, 'Create order');
  await page.keyboard.press('Enter');
  const sku = (place: number) => page.getByRole('combobox', { name: `SKU of line ${place}` });
  await sku(1).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('stone');
  // What was suggested before the letters is there until the search for them has ended.
  await page.getByRole('option', { name: /JUG-09/ }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: /BOWL-04/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => sku(1).inputValue()).toBe('BOWL-04');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('3');
  await tabTo(page, 'Add line');
  await page.keyboard.press('Enter');
  await sku(2).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('JUG-09');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0');
  await page.getByLabel('Recipient').fill('Ada Ek');
  await page.getByLabel('External id').fill('phone-1');
  await page.getByText('Note and metadata').click();
  await page.getByLabel('Note').fill('Ring twice');
  await page.getByText('Note and metadata').click();
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByLabel('Units of line 2').and(page.locator('[aria-invalid]')).waitFor();
  await page.getByLabel('Units of line 2').fill('1');
  await page.getByLabel('Street and number').fill('Lager 4');
  await page.getByLabel('City').fill('Malmö');
  await page.getByLabel('Country').pressSequentially('swe');
  await page.getByRole('option', { name: 'Sweden' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByRole('heading', { name: 'Order phone-1', level: 1 }).waitFor();
  const [order] = await shop.orders();
  expect(order).toMatchObject({
    external_id: 'phone-1',
    note: 'Ring twice',
    ship_to: { name: 'Ada Ek', address1: 'Lager 4', city: 'Malmö', country: 'SE' },
    lines: [
      { sku: 'BOWL-04', quantity: 3 },
      { sku: 'JUG-09', quantity: 1 },
    ],
  });

  await pressAction(page, 'Edit details');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Postal code').fill('211 20');
  await dialog.getByLabel('Note').fill('Ring once');
  await shop.pack(order?.id ?? '');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await shop.order(order?.id ?? '')).toMatchObject({
    status: 'packed',
    note: 'Ring once',
    ship_to: { name: 'Ada Ek', postal_code: '211 20' },
  });
  expect(complaints()).toEqual([]);
  await close();
});

test('a transfer finds its place, and says when it would make another one', async () => {
  await shop.createSku({ sku: 'LID-01', name: 'Lid', on_hand: 9, location: 'B1/S1' });
  await shop.createSku({ sku: 'LID-02', name: 'Lid', on_hand: 1, location: 'B1/S2' });
  const { page, open, complaints, close } = await browser.window({ member: manager, theme: 'dark' });
  const dialog = page.getByRole('dialog');
  await open('/sandbox/stock/LID-01');
  await page.getByRole('button', { name: 'Transfer' }).click();
  await dialog.getByRole('combobox', { name: 'To' }).fill('b1/s');
  await dialog.getByRole('option', { name: 'MAIN:B1/S2' }).waitFor();
  expect((await violationsOn(page)).filter(([rule]) => rule !== 'region')).toEqual([]);
  // Escape closes the suggestions, and not the dialog.
  await page.keyboard.press('Escape');
  await dialog.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await dialog.getByRole('combobox', { name: 'To' }).inputValue()).toBe('b1/s');
  await dialog.getByRole('combobox', { name: 'To' }).fill('B1/S20');
  await dialog.getByText('B1/S20 does not exist yet').waitFor();
  await dialog.getByRole('combobox', { name: 'To' }).fill('B1/S2');
  await dialog.getByText('B1/S20 does not exist yet').waitFor({ state: 'detached' });
  await dialog.getByRole('option', { name: 'MAIN:B1/S2' }).click();
  await dialog.getByLabel('Units').fill('2');
  await dialog.getByRole('button', { name: 'Transfer units' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await shop.sku('LID-01')).stock.map(({ location, on_hand }) => `${location} ${on_hand}`)).toEqual([
    'B1/S1 7',
    'B1/S2 2',
  ]);
  expect(complaints()).toEqual([]);
  await close();
});
