import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { joinAccount, PASSWORD, type SignedInMember } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let owner: SignedInMember;

beforeAll(async () => {
  system = await sharedTestSystem();
  browser = await startConsoleBrowser(system);
  const { id: accountId } = await system.operator.account('Mugs & Co');
  owner = await joinAccount(system, { accountId, role: 'owner' });
  await system.operator.key({ accountId, environment: 'sandbox' });
});

afterAll(() => browser?.stop());

test('a member who opens a page signs in with the password and is on that page', async () => {
  const { page, open, complaints, close } = await browser.window();
  await open('/production/developers/api-keys?status=all');
  await page.getByLabel('E-mail address').fill(owner.email);
  await page.getByLabel('Password').fill('not the password of anyone');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('Invalid credentials').waitFor();

  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();

  expect(new URL(page.url()).pathname).toBe('/console/production/developers/api-keys');
  expect(complaints()).toEqual([]);
  await close();
});

/** Every page of the console: its path below `/console/‹environment›`, and the heading that shows once it is there. A new page joins here. */
const PAGES = [{ path: 'developers/api-keys', heading: 'API keys' }] as const;

const LOOKS = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 360 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 1440 },
] as const;

test.each(LOOKS)('every page is accessible and obeys its policy: $theme, $width px', async (look) => {
  const { page, open, complaints, close } = await browser.window({ ...look, member: owner });
  for (const { path, heading } of PAGES) {
    await open(`/sandbox/${path}`);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect({ path, violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]) }).toEqual({
      path,
      violations: [],
    });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect({ path, overflow }).toEqual({ path, overflow: 0 });
  }
  expect(complaints()).toEqual([]);
  await close();
});
