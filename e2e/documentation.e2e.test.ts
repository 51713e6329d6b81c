import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { violationsOn } from './console/pages.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;

beforeAll(async () => {
  system = await sharedTestSystem();
  browser = await startConsoleBrowser(system);
});

afterAll(() => browser?.stop());

/** One page of each kind: guides, tabs of code, lists, subjects of both APIs, packages, and an address without a page. */
const PAGES = [
  '/docs/getting-started',
  '/docs/testing',
  '/docs/errors',
  '/docs/changelog',
  '/docs/reference/orders',
  '/docs/reference/inventory',
  '/docs/reference/account/webhooks',
  '/downloads',
  '/docs/nowhere',
];
const WIDTHS = [1440, 360];

test.each(['light', 'dark'] as const)('every kind of page is accessible and fits at 360 and 1440 px: %s', async (theme) => {
  const { page, complaints, close } = await browser.window({ theme });
  const found: unknown[] = [];
  for (const path of PAGES) {
    await page.goto(`${system.baseUrl}${path}`);
    expect([path, await page.locator('h1').count()]).toEqual([path, 1]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await violationsOn(page)).map((violation) => [path, width, ...violation]));
      const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (overflow !== 0) found.push([path, width, 'wider than the window', overflow]);
    }
  }
  expect(found).toEqual([]);
  expect(complaints()).toEqual([]);
  await close();
});
