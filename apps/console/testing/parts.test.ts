import { fileURLToPath } from 'node:url';
import { launchChromium } from '@fulfilment/testing/chromium';
import { eventually } from '@fulfilment/testing';
import { RULES_OF_COLOUR, violationsOn } from '@fulfilment/testing/accessibility';
import type { Browser, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENE_NAMES, TEXTS } from './texts.ts';

const SITE = 'http://localhost';
const CONSOLE = fileURLToPath(new URL('..', import.meta.url));

let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  const files = await bundle();
  browser = await launchChromium();
  page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.route(`${SITE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    // The names of actors: the one address of the API that a part asks here.
    if (pathname === '/account/v1/actors')
      return await route.fulfill({ json: { data: [{ id: 'mem_2', type: 'member', name: actor }] } });
    const name = pathname.startsWith('/console/') ? pathname.slice('/console/'.length) : 'index.html';
    await route.fulfill({ contentType: typeOf(name), body: files.get(name) ?? '', status: files.has(name) ? 200 : 404 });
  });
});

afterAll(() => browser?.close());

/** The name of the member who changed the record of a conflict. */
let actor = '';

/** Bundles the scenes as the console is bundled. @returns the files by name. */
async function bundle(): Promise<ReadonlyMap<string, string | Buffer>> {
  const output = await build({
    configFile: `${CONSOLE}vite.config.ts`,
    root: `${CONSOLE}testing`,
    logLevel: 'error',
    build: { write: false, minify: false },
  });
  const files = [output].flat().flatMap((built) => ('output' in built ? built.output : []));
  return new Map(files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : Buffer.from(file.source)]));
}

function typeOf(name: string): string {
  const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

/** Steps that a scene takes before it is looked at. */
const ACTS: Readonly<Record<string, (text: string) => Promise<void>>> = {
  list: async () => page.getByRole('checkbox', { name: 'Select row-1' }).check(),
  record: async () => page.getByRole('button', { name: 'Tell' }).click(),
  fields: async () => page.getByRole('button', { name: 'Save' }).click(),
  actions: async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
  },
  suggestions: async () => {
    await page.getByRole('combobox', { name: 'SKU' }).press('ArrowDown');
    await page.getByRole('option').first().waitFor();
  },
  question: async (text) => {
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('textbox').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go back' }).waitFor();
  },
  conflict: async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText(`by ${actor}`).waitFor();
  },
};

/** Each scene with texts of each kind, on a phone and on a desk. */
const cases = SCENE_NAMES.flatMap((scene) =>
  Object.entries(TEXTS).flatMap(([kind, text]) => [360, 1440].map((width) => ({ scene, kind, text, width }))),
);

test.each(cases)('$scene with $kind texts at $width px: nothing overflows, or breaks a rule of axe', async (shown) => {
  const { scene, kind, text, width } = shown;
  actor = text;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`${SITE}/sandbox/${scene}?text=${kind}`);
  await page.getByRole('heading').first().waitFor();
  await ACTS[scene]?.(text);

  // What a page has depends on its texts and width in few rules, and on the appearance in its colours alone.
  const found = kind === 'plain' ? await violationsInBoth() : [];

  expect(await page.evaluate('layoutFaults()')).toEqual([]);
  expect(found).toEqual([]);
  expect(complaints.splice(0)).toEqual([]);
});

/** The name of the element that has the focus. */
const FOCUSED = 'document.activeElement.innerText.trim()';

test('a menu of actions is walked by arrows, and gives the focus back when it or the dialog of an action is closed', async () => {
  await page.goto(`${SITE}/sandbox/actions?text=plain`);
  const more = page.getByRole('button', { name: 'More', disabled: false });
  await more.press('Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allInnerTexts()).toEqual([`${TEXTS.plain}\n${TEXTS.plain}`, 'Packing slip', 'Remove']);
  await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe('Packing slip'));
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(FOCUSED)).toBe('Remove');
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'detached' });
  await eventually(async () => expect(await page.evaluate(FOCUSED)).toMatch(/^More/));

  await more.press('ArrowDown');
  await items.first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Remove' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(FOCUSED)).toMatch(/^More/);
  expect(complaints.splice(0)).toEqual([]);
});

test('an item of a menu that leads to a page is a link, also for another tab, and one that is off says why', async () => {
  await page.goto(`${SITE}/sandbox/actions?text=plain`);
  const more = page.getByRole('button', { name: 'More', disabled: false });
  await more.click();
  const slip = page.getByRole('menuitem', { name: 'Packing slip' });
  expect(await slip.getAttribute('href')).toBe('/sandbox/orders/packing-slips?orders=ord_1');
  await page.getByRole('menuitem', { name: `${TEXTS.plain} ${TEXTS.plain}`, disabled: true }).waitFor();
  const other = page.context().waitForEvent('page');
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('/packing-slips'));
  await slip.click({ button: 'middle' });
  await asked;
  await (await other).close();
  expect(await page.evaluate('location.pathname')).toBe('/sandbox/actions');

  await page.evaluate('window.isSame = true');
  await slip.click();
  await page.waitForURL('**/sandbox/orders/packing-slips?orders=ord_1');
  expect(await page.evaluate('window.isSame')).toBe(true);
  expect(complaints.splice(0)).toEqual([]);
});

test('title and buttons of a dialog stay in view on a phone, and a field that gets the focus is not under them', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${SITE}/sandbox/tall-dialog?text=plain`);
  const last = page.getByRole('textbox').last();
  const save = page.getByRole('button', { name: 'Save' });
  await save.waitFor();
  expect(await page.evaluate('layoutFaults()')).toEqual([]);
  await page.evaluate(`document.querySelector('dialog').scrollTop = 0`);
  await last.focus();
  const [field, button] = [await last.boundingBox(), await save.boundingBox()];
  expect((field?.y ?? Number.NaN) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(844);
});

/** The right ends and the heights of two elements, in pixels. */
async function shapesOf(first: Locator, second: Locator) {
  const none = { x: Number.NaN, width: 0, height: 0 };
  const [one, other] = [(await first.boundingBox()) ?? none, (await second.boundingBox()) ?? none];
  return { rights: [one.x + one.width, other.x + other.width] as const, heights: [one.height, other.height] };
}

/** Of the rows that are drawn: whether a first cell is cut, and the heights that they have. */
const DRAWN = `(() => {
  const rows = [...document.querySelectorAll('.virtual tbody tr:not(.gap)')];
  return {
    cut: rows.filter((row) => row.querySelector('th').scrollWidth > row.querySelector('th').clientWidth).length,
    heights: [...new Set(rows.map((row) => row.getBoundingClientRect().height))].length,
  };
})()`;

test('rows of a long list have two lines on a phone, all of one height, and show their types whole', async () => {
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto(`${SITE}/sandbox/long-list?text=long`);
  await page.getByText('reservation.released').first().waitFor();
  expect(await page.evaluate(DRAWN)).toEqual({ cut: 0, heights: 1 });
  await page.evaluate(`document.querySelector('.virtual').scrollTop = 1e6`);
  await page.locator('tr[aria-rowindex="501"]').waitFor();
  expect(await page.evaluate(DRAWN)).toEqual({ cut: 0, heights: 1 });
  expect(complaints.splice(0)).toEqual([]);
});

test('a record without a name has the beginning and the end of its id in its title, and all of it for a reader and a copy', async () => {
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto(`${SITE}/sandbox/history?text=plain`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const title = page.getByRole('heading', { name: 'Order ord_01KAJ71C5V8X2N6R4TPBEVNT11', level: 1 });
  expect(await title.innerText()).toBe('Order ord_…EVNT11');
  expect(await page.title()).toMatch(/^Order ord_…EVNT11 · /);
  expect(await title.getAttribute('title')).toBe('ord_01KAJ71C5V8X2N6R4TPBEVNT11');
  await page.getByRole('button', { name: 'Copy the id' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('ord_01KAJ71C5V8X2N6R4TPBEVNT11');
  expect(complaints.splice(0)).toEqual([]);
});

test('the one who made a change stands in one line however little room there is, and the columns before have theirs', async () => {
  await page.setViewportSize({ width: 700, height: 844 });
  await page.goto(`${SITE}/sandbox/brief?text=plain`);
  const row = page.locator('tbody tr').first();
  await row.waitFor();
  const cut = `(() => {
    const frame = document.querySelector('.table-scroll');
    const by = document.querySelector('td[data-column="by"]');
    return { by: by.scrollWidth > by.clientWidth, list: frame.scrollWidth > frame.clientWidth };
  })()`;
  expect((await row.boundingBox())?.height).toBeLessThan(50);
  expect(await page.evaluate(cut)).toEqual({ by: true, list: false });
});

test('an id stands in one line on a phone with its end in view, and is copied whole', async () => {
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto(`${SITE}/sandbox/record?text=plain`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = page.getByText('ord_01KAJ71C5V8X2N6R4TPBEVNT11');
  const text = await shapesOf(id.getByText('EVNT11', { exact: true }), id);
  expect(text.heights[0]).toBe(text.heights[1]);
  expect(text.rights[0]).toBeLessThanOrEqual(text.rights[1] + 1);

  const copy = page.getByRole('button', { name: 'Copy the id' });
  const { rights } = await shapesOf(copy, page.locator('.identifier'));
  expect(rights[0]).toBeLessThanOrEqual(rights[1] + 1);
  await copy.click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('ord_01KAJ71C5V8X2N6R4TPBEVNT11');
});

test('the lines of a record are not counted below them, rows of a list are', async () => {
  await page.goto(`${SITE}/sandbox/record?text=plain`);
  await page.getByRole('table', { name: 'Lines' }).waitFor();
  expect(await page.getByRole('table', { name: 'Lines' }).getByRole('row').count()).toBe(3);
  expect(await page.getByText('2 rows').count()).toBe(0);
  await page.goto(`${SITE}/sandbox/brief?text=plain`);
  await page.getByText('2 rows').waitFor();
});

/** The visible cells of each row by the line that they stand in. */
const LINES = `[...document.querySelectorAll('tbody tr')].map((row) => {
  const cells = [...row.children].filter((cell) => cell.checkVisibility());
  const middle = (cell) => { const { top, bottom } = cell.getBoundingClientRect(); return (top + bottom) / 2; };
  const lines = Map.groupBy(cells, (cell) => Math.round(middle(cell) / 8));
  return [...lines].toSorted(([a], [b]) => a - b)
    .map(([, line]) => line.toSorted((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x).map((cell) => cell.innerText));
})`;

/** The one who made the changes of the ledger. */
const BY = `Key “${TEXTS.plain}” of the shop`;

test('a row of a ledger has two lines on a phone: what and how much, who and when', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${SITE}/sandbox/brief?text=plain`);
  await page.getByRole('table').waitFor();
  const at = '29 Nov 2026, 10:30';

  expect(await page.evaluate(LINES)).toEqual([
    [
      [TEXTS.plain, '1'],
      [BY, at],
    ],
    [
      [TEXTS.plain, '2'],
      [BY, at],
    ],
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await page.evaluate(LINES)).toEqual([1, 2].map((row) => [[at, `${row}`, TEXTS.plain, `${row}`, BY]]));
});

test('a row with a menu has its name and state, then who and when, then a note on a phone, and the menu beside them', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${SITE}/sandbox/menu-rows?text=plain`);
  const menu = page.getByRole('button', { name: `More: ${TEXTS.plain}`, disabled: false }).first();
  await menu.waitFor();
  const row = [[TEXTS.plain, 'Low'], ['Viewer', 'never'], [TEXTS.plain]];
  const lines = `${LINES}.map((row) => row.map((line) => line.filter((text) => text !== '⋯')).filter((line) => line.length > 0))`;

  expect(await page.evaluate(lines)).toEqual([row, row]);
  const [dots, state] = [await menu.boundingBox(), await page.getByText('Low').first().boundingBox()];
  expect(dots?.x).toBeGreaterThanOrEqual((state?.x ?? Number.NaN) + (state?.width ?? Number.NaN));
  await menu.click();
  await page.getByRole('menuitem', { name: `Revoke ${TEXTS.plain}` }).waitFor();
  expect(complaints.splice(0)).toEqual([]);
});

async function violationsInBoth() {
  const light = await violationsOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violationsOn(page, RULES_OF_COLOUR))];
}
