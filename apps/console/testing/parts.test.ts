import { fileURLToPath } from 'node:url';
import { launchChromium } from '@fulfilment/testing/chromium';
import { RULES_OF_COLOUR, violationsOn } from '@fulfilment/testing/accessibility';
import type { Browser, Page } from 'playwright-core';
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

async function violationsInBoth() {
  const light = await violationsOn(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violationsOn(page, RULES_OF_COLOUR))];
}
