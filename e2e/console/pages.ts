import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { SignedInMember } from '../system/member.ts';
import type { ConsoleBrowser, ConsoleWindow, WindowOptions } from './console-browser.ts';
import type { DayRecords } from './working-day.ts';

/** A page of the console that is held against the rules of accessibility and shown by `npm run -s screenshots`. */
export interface ListedPage {
  /** Below `/console`; `:environment` stands for the environment, `:order` and the like for records of the day. */
  readonly path: string;
  /** The heading that shows once the page is there. */
  readonly heading: string;
  /** True for pages before a session, and for pages of an account in which nothing was done yet. */
  readonly isSignedOut?: boolean;
  readonly isFresh?: boolean;
  /** True where the page follows a stream: its network never rests. */
  readonly isFollowing?: boolean;
  /** Opens a dialog of the page. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Every page. A new one joins here. */
export const PAGES: readonly ListedPage[] = [
  { path: '/sign-in', heading: 'Sign in', isSignedOut: true },
  { path: '/invitation#token', heading: 'Join the account', isSignedOut: true },
  { path: '/reset#token', heading: 'Choose a new password', isSignedOut: true },
  { path: '/:environment/overview', heading: 'Overview' },
  { path: '/:environment/orders', heading: 'Orders' },
  {
    path: '/:environment/orders',
    heading: 'Orders',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows' }).click();
      await page.getByRole('region', { name: 'Selected orders' }).waitFor();
    },
  },
  {
    path: '/:environment/stock',
    heading: 'Stock',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows' }).click();
      await page.getByRole('region', { name: 'Selected SKUs' }).waitFor();
    },
  },
  { path: '/:environment/orders/new', heading: 'Create an order' },
  { path: '/:environment/orders/:order', heading: 'Order shop-1001' },
  {
    path: '/:environment/orders/:parted',
    heading: 'Order shop-1005',
    act: async (page) => {
      await page.getByRole('button', { name: 'Pack fulfilment 2' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/orders/:parted/fulfilments/:fulfilment', heading: 'Packing slip of order shop-1005' },
  { path: '/:environment/returns', heading: 'Returns' },
  { path: '/:environment/returns', heading: 'Returns', isFresh: true },
  {
    path: '/:environment/orders/:order',
    heading: 'Order shop-1001',
    act: async (page) => {
      await page.getByRole('button', { name: 'Request a return' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/returns/:returned', heading: 'Return rma-501' },
  {
    path: '/:environment/returns/:returned',
    heading: 'Return rma-501',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change disposition' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/returns/receive', heading: 'Receive returns' },
  {
    path: '/:environment/returns/receive?return=:returned',
    heading: 'Receive returns',
    act: async (page) => {
      await page.getByLabel('Item').waitFor();
      for (const code of ['4006381333931', 'NOTHING-KNOWN']) {
        await page.keyboard.type(code);
        await page.keyboard.press('Enter');
      }
      await page.getByText('Unknown barcode').waitFor();
    },
  },
  { path: '/:environment/orders/:held', heading: 'Order shop-1006' },
  {
    path: '/:environment/orders/:held',
    heading: 'Order shop-1006',
    act: async (page) => {
      await page.getByRole('button', { name: 'Put on hold' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/orders/waiting', heading: 'What waits and why' },
  { path: '/:environment/reservations', heading: 'Reservations' },
  { path: '/:environment/reservations', heading: 'Reservations', isFresh: true },
  { path: '/:environment/reservations/:reservation', heading: 'Reservation cart-4711' },
  {
    path: '/:environment/reservations',
    heading: 'Reservations',
    act: async (page) => {
      await page.getByRole('button', { name: 'Reserve units' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/stock', heading: 'Stock' },
  { path: '/:environment/stock', heading: 'Stock', isFresh: true },
  { path: '/:environment/stock/MUG-01', heading: 'MUG-01' },
  {
    path: '/:environment/stock/MUG-01',
    heading: 'MUG-01',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add pair' }).click();
    },
  },
  { path: '/:environment/locations', heading: 'Locations' },
  {
    path: '/:environment/locations',
    heading: 'Locations',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change rules' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/locations?location=:shelf', heading: 'Locations' },
  {
    path: '/:environment/locations?location=:shelf',
    heading: 'Locations',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/locations?q=A', heading: 'Locations' },
  {
    path: '/:environment/station?mode=receive',
    heading: 'Scan station',
    act: async (page) => {
      await page.getByLabel('Item or location').fill('A1/S1');
      await page.keyboard.press('Enter');
      await page.getByText('Location MAIN:A1/S1.').waitFor();
    },
  },
  {
    path: '/:environment/station?mode=pick',
    heading: 'Scan station',
    act: async (page) => {
      for (const code of ['shop-1004', '4006381333931']) {
        await page.getByLabel(/^(Order|Item or location)$/).fill(code);
        await page.keyboard.press('Enter');
      }
      await page.getByText('Wrong item').waitFor();
    },
  },
  { path: '/:environment/orders/pick-list', heading: 'Pick lists' },
  { path: '/:environment/labels?location=:shelf', heading: 'Labels' },
  { path: '/:environment/scans', heading: 'Scans' },
  { path: '/:environment/import-export', heading: 'Import and export' },
  { path: '/:environment/developers/api-keys', heading: 'API keys' },
  {
    path: '/:environment/developers/api-keys',
    heading: 'API keys',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    },
  },
  { path: '/:environment/developers/webhooks', heading: 'Webhooks' },
  { path: '/:environment/developers/webhooks', heading: 'Webhooks', isFresh: true },
  { path: '/:environment/developers/webhooks/:endpoint', heading: 'Shop floor', isFollowing: true },
  { path: '/:environment/developers/webhooks/:endpoint/edit', heading: 'Edit endpoint' },
  { path: '/:environment/developers/webhooks/:endpoint/deliveries/:delivery', heading: 'order.shipped' },
  {
    path: '/:environment/developers/webhooks/new',
    heading: 'Add endpoint',
    act: async (page) => {
      await page.getByLabel('Selected types').check();
      await page.getByRole('checkbox', { name: /^scan\.completed/ }).check();
      await page.getByRole('button', { name: 'Add condition' }).click();
    },
  },
  {
    path: '/:environment/developers/event-types',
    heading: 'Event types',
    act: (page) => page.getByText('sku.updated').click(),
  },
  { path: '/:environment/settings/account', heading: 'Account' },
  { path: '/:environment/settings/limits', heading: 'Limits and retention' },
  {
    path: '/:environment/settings/limits',
    heading: 'Limits and retention',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change retention' }).click();
      await page.getByRole('dialog').getByLabel('Days').fill('400');
    },
  },
  { path: '/:environment/settings/members', heading: 'Members' },
  {
    path: '/:environment/settings/members',
    heading: 'Members',
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/settings/sign-in', heading: 'Your sign-in' },
  { path: '/:environment/settings/audit-log', heading: 'Audit log' },
  { path: '/:environment/nowhere', heading: 'Page not found' },
];

/** A system, an environment of an account, and the records that listed pages show of it. */
interface Site {
  readonly baseUrl: string;
  readonly environment: string;
  readonly records: DayRecords;
}

/** Opens a listed page and waits until it stands still. */
export async function openListed(
  page: Page,
  { path, heading, act, isFollowing = false }: ListedPage,
  { baseUrl, environment, records }: Site,
): Promise<void> {
  const named = Object.entries({ environment, ...records }).reduce((so, [name, value]) => so.replace(`:${name}`, value), path);
  await page.goto(`${baseUrl}/console${named}`);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await act?.(page);
  if (isFollowing) await page.getByText('Live', { exact: true }).waitFor();
  else await page.waitForLoadState('networkidle');
}

/** Where the focus of a page is, as the browser tells it. */
const FOCUS = `({
  isInDialog: document.activeElement.closest('dialog[open]') !== null,
  isOnControl: document.activeElement.matches('button, a, input'),
})`;

/** The faults of a dialog that is open on the page, which is closed by Escape: its focus is in it, and then on what opened it. */
export async function focusFaults(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) return [];
  const before = z.object({ isInDialog: z.boolean() }).parse(await page.evaluate(FOCUS));
  await page.keyboard.press('Escape');
  // Typed text is asked about.
  const leave = dialog.getByRole('button', { name: 'Close anyway' });
  if (await leave.isVisible()) await leave.click();
  await dialog.waitFor({ state: 'detached' });
  const after = z.object({ isOnControl: z.boolean() }).parse(await page.evaluate(FOCUS));
  return [
    ...(before.isInDialog ? [] : ['the focus is outside of the open dialog']),
    ...(after.isOnControl ? [] : ['the focus is lost as the dialog closes']),
  ];
}

/** The windows in which listed pages are opened: of a member, of the first member of a new account, and of a visitor. */
interface Windows extends Pick<ConsoleWindow, 'complaints' | 'close'> {
  readonly of: (page: ListedPage) => ConsoleWindow;
}

/** Opens the windows that listed pages need. */
export async function windowsOf(
  browser: ConsoleBrowser,
  look: Pick<WindowOptions, 'theme' | 'width'>,
  { owner, newcomer }: Readonly<Record<'owner' | 'newcomer', SignedInMember>>,
): Promise<Windows> {
  const inside = await browser.window({ ...look, member: owner });
  const fresh = await browser.window({ ...look, member: newcomer });
  const outside = await browser.window(look);
  const all = [inside, fresh, outside];
  return {
    of: ({ isSignedOut = false, isFresh = false }) => (isSignedOut ? outside : isFresh ? fresh : inside),
    complaints: () => all.flatMap((each) => each.complaints()),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
  };
}
