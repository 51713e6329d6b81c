import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { videoOfBarcode } from './console/drawn-barcode.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { makeShop, type Shop } from './system/shop.ts';
import { sharedTestSystem } from './system/shared-system.ts';

const EAN = '4006381333931';

let folder: string;
let browser: ConsoleBrowser;
let scanner: SignedInMember;
let shop: Shop;

openForEachTry(
  async () => {
    const system = await sharedTestSystem();
    folder = await mkdtemp(join(tmpdir(), 'fulfilment-camera-'));
    const video = join(folder, 'label.y4m');
    await writeFile(video, videoOfBarcode(EAN));
    browser = await startConsoleBrowser(system, [
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
    const { id: accountId } = await system.operator.account('A shop that scans with a phone');
    scanner = await joinAccount(system, { accountId, role: 'scanner' });
    shop = makeShop(system.call, (await system.operator.key({ accountId, environment: 'sandbox' })).key);
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 20, barcodes: [EAN] });
  },
  async () => {
    await browser?.stop();
    await rm(folder, { recursive: true, force: true });
  },
);

test('the camera records a code that it is shown once, beside the field of a scanner that types', async () => {
  const { page, open, complaints, close } = await browser.window({ member: scanner, mayUseCamera: true });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await open('/sandbox/station');
  await page.getByRole('button', { name: 'Use the camera' }).waitFor();
  expect(scripts.filter((url) => url.includes('barcode-reader'))).toEqual([]);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  const results = page.getByRole('log', { name: 'Scanned in this window' });
  await results.getByText('MUG-01 · Mug · 20 on hand, 20 available').waitFor();
  expect(scripts.filter((url) => url.includes('barcode-reader'))).toHaveLength(1);

  await page.getByLabel('Barcode').fill('TYPED-1');
  await page.keyboard.press('Enter');
  await results.getByText('TYPED-1 recorded').waitFor();
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  expect(await page.getByLabel('Picture of the camera').count()).toBe(0);
  const recorded = (await shop.scans()).map(({ barcode, type }) => `${barcode} ${type}`);
  expect(recorded.toSorted()).toEqual([`${EAN} lookup`, 'TYPED-1 lookup']);
  expect(complaints()).toEqual([]);
  await close();
});

test('a camera that may not be used is said in one line', async () => {
  const { page, open, close } = await browser.window({ member: scanner });
  await open('/sandbox/station');
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('alert').getByText('The camera is blocked.').waitFor();

  // By plain http from another machine; the session's own cookie would not come there.
  await page.addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: false })`);
  await page.reload();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('alert').getByText('The camera needs https or localhost.').waitFor();
  await eventually(async () => expect(await page.getByLabel('Picture of the camera').count()).toBe(0));
  await close();
});
