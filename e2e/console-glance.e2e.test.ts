import { violationsOn } from '@fulfilment/testing/accessibility';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ConsoleShop, openConsoleShop } from './console/console-shop.ts';
import { wedge } from './console/keyboard.ts';
import { openForEachTry } from './system/each-try.ts';

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
  await page.getByRole('cell', { name: 'lookup' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(complaints()).toEqual([]);
  await close();
});
