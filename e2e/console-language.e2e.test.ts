import { expect, test } from 'vitest';
import { PAGES as LISTED } from './console/pages.ts';
import { type ConsoleShop, openConsoleShop } from './console/console-shop.ts';
import { openForEachTry } from './system/each-try.ts';

let console: ConsoleShop;

openForEachTry(
  async () => {
    console = await openConsoleShop('A shop in two languages', 'owner');
    await console.shop.createSku({ sku: 'TASSE-01', name: 'Tasse', on_hand: 1_200, reorder_point: 5 });
    await console.shop.createOrder({ lines: [{ sku: 'TASSE-01', quantity: 2 }] });
  },
  () => console?.browser.stop(),
);

/** Pages with their German headings. */
const PAGES = [
  ['/sandbox/overview', 'Übersicht'],
  ['/sandbox/orders', 'Bestellungen'],
  ['/sandbox/orders/new', 'Bestellung anlegen'],
  ['/sandbox/orders/pick-list', 'Kommissionierlisten'],
  ['/sandbox/orders/packing-slips', 'Lieferscheine'],
  ['/sandbox/stock', 'Bestand'],
  ['/sandbox/stock/TASSE-01', 'TASSE-01'],
  ['/sandbox/locations', 'Lagerorte'],
  ['/sandbox/scans', 'Scans'],
  ['/sandbox/station', 'Scanstation'],
  ['/sandbox/orders/waiting', 'Was wartet und warum'],
  ['/sandbox/returns', 'Retouren'],
  ['/sandbox/returns/receive', 'Retouren annehmen'],
  ['/sandbox/reservations', 'Reservierungen'],
  ['/sandbox/import-export', 'Import und Export'],
  ['/sandbox/developers/webhooks', 'Webhooks'],
  ['/sandbox/developers/webhooks/new', 'Endpunkt hinzufügen'],
  ['/sandbox/developers/api-keys', 'API-Schlüssel'],
  ['/sandbox/settings/account', 'Konto'],
  ['/sandbox/settings/limits', 'Limits und Aufbewahrung'],
  ['/sandbox/settings/members', 'Mitglieder'],
  ['/sandbox/settings/sign-in', 'Eigene Anmeldung'],
  ['/sandbox/settings/audit-log', 'Änderungsprotokoll'],
] as const;

test('every page without a record in its path is read in German too', () => {
  const read = new Set<string>(PAGES.map(([path]) => path));
  const own = LISTED.filter(({ isSignedOut, isFresh, path }) => !isSignedOut && !isFresh && !/[?]|\/:(?!environment)/.test(path));
  const paths = own.map(({ path }) => path.replace(':environment', 'sandbox').replace('MUG-01', 'TASSE-01'));
  // A path that leads to no page; meanings and samples of the contract, which are in English.
  const known = new Set(['/sandbox/nowhere', '/sandbox/developers/event-types']);

  expect([...new Set(paths)].filter((path) => !read.has(path) && !known.has(path))).toEqual([]);
});

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test.each([360, 1440])(
  'a browser that prefers German is shown every part in German, %i px wide, with numbers as German has them',
  async (width) => {
    const { page, open, complaints, close } = await console.browser.window({ member: console.member, locale: 'de-DE', width });
    const wide: string[] = [];
    for (const [path, heading] of PAGES) {
      await open(path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      if (Number(await page.evaluate(OVERFLOW)) > 0) wide.push(path);
      const text = await page.locator('main').innerText();
      expect({
        path,
        english: text.match(/\b(?:the|with|of|and|New|Create|Add|Filter|Load|No|role|operator|owner)\b/g) ?? [],
      }).toEqual({
        path,
        english: [],
      });
    }
    await open('/sandbox/stock');
    await page.getByText('1.198').first().waitFor();

    const links = await page.locator('nav[aria-label=Hauptmenü] a').allTextContents();
    expect(links).toEqual(expect.arrayContaining(['Übersicht', 'Bestellungen', 'Lagerorte', 'Änderungsprotokoll']));
    expect(links).not.toContain('Orders');
    expect(wide).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(complaints()).toEqual([]);
    await close();
  },
);

test('a reason that is chosen in German is the code that the API has, and is shown in German words', async () => {
  const { id } = await console.shop.createOrder({ lines: [{ sku: 'TASSE-01', quantity: 1 }] });
  const { page, open, close } = await console.browser.window({ member: console.member, locale: 'de-DE' });
  await open(`/sandbox/orders/${id}`);
  const holds = page.getByRole('region', { name: 'Sperren' });
  const dialog = page.getByRole('dialog');
  // The first hold is an action of the order, others are placed beside it.
  const place = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Anhalten' }).click();
  };
  const placeMore = async (): Promise<void> => await holds.getByRole('button', { name: 'Anhalten' }).click();
  for (const [reason, press] of [
    ['Zahlung steht aus', place],
    ['Größe klären', placeMore],
  ] as const) {
    await press();
    await dialog.getByLabel('Grund').fill(reason);
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Anhalten' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  await holds.getByText('Zahlung steht aus').waitFor();
  await holds.getByText('Groesse klaeren').waitFor();
  expect((await console.shop.order(id)).holds).toMatchObject([{ reason: 'awaiting_payment' }, { reason: 'groesse_klaeren' }]);
  await close();
});

test('a language is chosen beside the appearance, and kept', async () => {
  const { page, open, close } = await console.browser.window({ member: console.member, locale: 'fr-FR' });
  await open('/sandbox/orders');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();

  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Bestellungen', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Bestellungen', level: 1 }).waitFor();
  await page.getByText('English', { exact: true }).click();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();

  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await close();
});
