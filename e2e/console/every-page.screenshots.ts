import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinAccount, type SignedInMember } from '../system/member.ts';
import { sharedTestSystem } from '../system/shared-system.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { type ConsoleBrowser, startConsoleBrowser } from './console-browser.ts';
import { addressOf, type ListedPage, openListed, PAGES, windowsOf } from './pages.ts';
import { type PageRecords, fillDay } from './page-records.ts';
import { startTestHook, type TestHook } from './test-hook.ts';

const FOLDER = join(import.meta.dirname, '../../.cache/screenshots');
/** Of the pictures in docs/console.md. */
const TOUR_FOLDER = join(import.meta.dirname, '../../docs/images');

interface TourPicture {
  /** Of the file. */
  readonly name: string;
  /** Where the page stands in `PAGES`: its path, and whether a dialog of it is opened. */
  readonly page: Pick<ListedPage, 'path'> & { readonly isOpened?: boolean };
  readonly theme?: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
}

const DESK = { width: 1280, height: 860 };
const HANDHELD = { width: 390, height: 780 };
const WEBHOOKS = '/:environment/developers/webhooks';
const TOUR: readonly TourPicture[] = [
  { name: 'overview', page: { path: '/:environment/overview' }, size: { width: 1280, height: 1_000 } },
  { name: 'orders', page: { path: '/:environment/orders', isOpened: true }, size: DESK },
  { name: 'order', page: { path: '/:environment/orders/:order' }, size: DESK },
  { name: 'station', page: { path: '/:environment/station?mode=pick', isOpened: true }, size: HANDHELD },
  { name: 'sku', page: { path: '/:environment/stock/MUG-01' }, theme: 'dark', size: DESK },
  { name: 'api-keys', page: { path: '/:environment/developers/api-keys' }, size: DESK },
  { name: 'endpoint', page: { path: `${WEBHOOKS}/:endpoint` }, size: DESK },
  { name: 'delivery', page: { path: `${WEBHOOKS}/:endpoint/deliveries/:delivery` }, size: { width: 1280, height: 1_000 } },
];

let system: TestSystem;
let browser: ConsoleBrowser;
let owner: SignedInMember;
let newcomer: SignedInMember;
let hook: TestHook;
let days: Readonly<Record<'sandbox' | 'production', PageRecords>>;

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  system = await sharedTestSystem();
  browser = await startConsoleBrowser(system);
  const { id: accountId } = await system.operator.account('Mugs & Co');
  owner = await joinAccount(system, { accountId, role: 'owner', name: 'jo' });
  const { id: newAccount } = await system.operator.account('Bowls & Co');
  newcomer = await joinAccount(system, { accountId: newAccount, role: 'owner' });
  await joinAccount(system, { accountId, role: 'fulfilment', name: 'sam' });
  await system.operator.invite({ accountId, email: 'kim@example.com', role: 'developer' });
  hook = await startTestHook();
  const day = (environment: 'sandbox' | 'production') => fillDay(system, { accountId, environment, receiverUrl: hook.url });
  days = { sandbox: await day('sandbox'), production: await day('production') };
  for (const body of KEYS)
    for (const environment of ['sandbox', 'production'])
      await system.callAccount('POST', `/keys?environment=${environment}`, { body, headers: owner.headers });
});

afterAll(async () => {
  await browser?.stop();
  await hook?.stop();
});

const KEYS = [
  { name: 'Shop checkout', role: 'integration', ip_allowlist: ['192.0.2.0/24', '198.51.100.7'] },
  { name: 'Handhelds, north hall', role: 'scanner', rate: 5, burst: 20 },
  { name: 'Month-end report', role: 'viewer', expires_at: '2099-12-31T23:00:00.000Z' },
];

test.each([
  { theme: 'light', width: 1440, environment: 'sandbox' },
  { theme: 'dark', width: 1440, environment: 'production' },
  { theme: 'light', width: 360, environment: 'production', hasTouch: true },
  { theme: 'dark', width: 360, environment: 'sandbox', hasTouch: true },
] as const)('$theme, $width px', async ({ environment, ...look }) => {
  const windows = await windowsOf(browser, look, { owner, newcomer });
  for (const [index, listed] of PAGES.entries()) {
    const { page } = windows.of(listed);
    await openListed(page, listed, { baseUrl: system.baseUrl, environment, records: days[environment] });
    const path = fileOf(listed, index, `${look.theme}-${look.width}`);
    const picture = await page.screenshot({ path, fullPage: listed.act === undefined });
    expect(picture.byteLength).toBeGreaterThan(0);
  }
  await windows.close();
});

test.each([
  { theme: 'dark', width: 360, hasTouch: true },
  { theme: 'light', width: 1440, hasTouch: false },
] as const)('German, $theme, $width px', async (look) => {
  const windows = await windowsOf(browser, { ...look, locale: 'de-DE' }, { owner, newcomer });
  for (const [index, listed] of PAGES.entries()) {
    // Acts go by English names.
    if (listed.act !== undefined) continue;
    const { page } = windows.of(listed);
    await page.goto(`${system.baseUrl}/console${addressOf(listed, { environment: 'sandbox', records: days.sandbox })}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    if (!listed.isFollowing) await page.waitForLoadState('networkidle');
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const picture = await page.screenshot({ path: fileOf(listed, index, `german-${look.theme}-${look.width}`), fullPage: true });
    expect(picture.byteLength).toBeGreaterThan(0);
  }
  await windows.close();
});

function fileOf({ heading }: ListedPage, index: number, look: string): string {
  const name = heading.toLowerCase().replaceAll(/[ /]/g, '-');
  return join(FOLDER, `${String(index).padStart(2, '0')}-${name}-${look}.png`);
}

test.each(TOUR)('the tour: $name', async ({ name, page: { path, isOpened = false }, theme = 'light', size }) => {
  const listed = PAGES.find((each) => each.path === path && (each.act !== undefined) === isOpened && !each.isFresh);
  if (!listed) throw new Error(`No page is listed as ${path}`);
  const { page, close } = await browser.window({ member: owner, theme, width: size.width });
  await page.setViewportSize(size);
  await openListed(page, listed, { baseUrl: system.baseUrl, environment: 'production', records: days.production });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const picture = Buffer.from(data, 'base64');
  await writeFile(join(TOUR_FOLDER, `console-${name}.webp`), picture);
  expect(picture.byteLength).toBeGreaterThan(0);
  await close();
});
