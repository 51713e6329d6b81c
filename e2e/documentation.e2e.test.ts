import { RULES_OF_COLOUR, violationsOn } from '@fulfilment/testing/accessibility';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
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
  '/docs/reference/orders',
  '/docs/reference/account/webhooks',
  '/downloads',
  '/docs/nowhere',
];

/** Swagger UI, drawn by script: closed, and with an operation open. */
const DRAWN = ['/docs', '/docs/account#/webhooks/createWebhook'];
const WIDTHS = [1440, 360];

describe.each(['light', 'dark'] as const)(
  'in the %s appearance, accessible and as wide as the window at 360 and 1440 px:',
  (theme) => {
    test.each([...PAGES, ...DRAWN])('%s', async (path) => {
      const { page, complaints, close } = await browser.window({ theme });
      const found: unknown[] = [];
      await page.goto(`${system.baseUrl}${path}`);
      if (DRAWN.includes(path)) await page.locator('.opblock-tag').first().waitFor();
      if (path.includes('#')) await page.locator('.is-open .responses-table').waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // What a page has depends on the appearance in its colours alone.
        const rules = theme === 'dark' ? RULES_OF_COLOUR : undefined;
        found.push(...(await violationsOn(page, rules)).map((violation) => [width, ...violation]));
        const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        if (overflow !== 0) found.push([width, 'wider than the window', overflow]);
      }

      expect(await page.locator('h1').count()).toBe(1);
      expect(found).toEqual([]);
      expect(complaints()).toEqual([]);
      await close();
    });
  },
);
