import { accountOperations, type Operation, operations } from '@fulfilment/contracts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { SignedInMember } from '../system/member.ts';
import type { ConsoleBrowser, ConsoleWindow, WindowOptions } from './console-browser.ts';
import { pressAction } from './record-actions.ts';
import type { PageRecords } from './page-records.ts';

/** A page of the console that is held against the rules of accessibility and shown by `npm run -s screenshots`. */
export interface ListedPage {
  /** Below `/console`; `:environment` stands for the environment, `:order` and the like for records of the day. */
  readonly path: string;
  /** The heading that shows once the page is there. */
  readonly heading: string;
  /** The operation without which its page is nothing to a role; none where every member has the page. */
  readonly needs?: Pick<Operation, 'permission'>;
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
  { path: '/:environment/overview', heading: 'Overview', needs: accountOperations.getOrdersOverview },
  { path: '/:environment/orders', heading: 'Orders', needs: operations.listOrders },
  {
    path: '/:environment/orders',
    heading: 'Orders',
    needs: operations.listOrders,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows' }).click();
      await page.getByRole('region', { name: 'Selected orders' }).waitFor();
    },
  },
  {
    path: '/:environment/stock',
    heading: 'Stock',
    needs: operations.listSkus,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows' }).click();
      await page.getByRole('region', { name: 'Selected SKUs' }).waitFor();
    },
  },
  { path: '/:environment/orders/new', heading: 'Create an order', needs: operations.createOrder },
  { path: '/:environment/orders/:order', heading: 'Order shop-1001', needs: operations.getOrder },
  {
    path: '/:environment/orders/:parted',
    heading: 'Order shop-1005',
    needs: operations.getOrder,
    act: async (page) => {
      await page.getByRole('button', { name: 'Pack fulfilment 2' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    path: '/:environment/orders/:parted/fulfilments/:fulfilment',
    heading: 'Packing slip of order shop-1005',
    needs: operations.getFulfilment,
  },
  { path: '/:environment/returns', heading: 'Returns', needs: operations.listReturns },
  { path: '/:environment/returns', heading: 'Returns', needs: operations.listReturns, isFresh: true },
  {
    path: '/:environment/orders/:order',
    heading: 'Order shop-1001',
    needs: operations.getOrder,
    act: async (page) => {
      await page.getByRole('button', { name: 'Request a return' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/returns/:returned', heading: 'Return rma-501', needs: operations.getReturn },
  {
    path: '/:environment/returns/:returned',
    heading: 'Return rma-501',
    needs: operations.getReturn,
    act: async (page) => {
      await pressAction(page, 'Change disposition');
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/returns/receive', heading: 'Receive returns', needs: operations.receiveReturn },
  {
    path: '/:environment/returns/receive?return=:returned',
    heading: 'Receive returns',
    needs: operations.receiveReturn,
    act: async (page) => {
      await page.getByLabel('Item').waitFor();
      for (const code of ['4006381333931', 'NOTHING-KNOWN']) {
        await page.keyboard.type(code);
        await page.keyboard.press('Enter');
      }
      await page.getByText('Unknown barcode').waitFor();
    },
  },
  { path: '/:environment/orders/:held', heading: 'Order shop-1006', needs: operations.getOrder },
  {
    path: '/:environment/orders/:held',
    heading: 'Order shop-1006',
    needs: operations.getOrder,
    act: async (page) => {
      await page.getByRole('button', { name: 'Put on hold' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/orders/waiting', heading: 'What waits and why', needs: operations.listOrders },
  { path: '/:environment/reservations', heading: 'Reservations', needs: operations.listReservations },
  { path: '/:environment/reservations', heading: 'Reservations', needs: operations.listReservations, isFresh: true },
  { path: '/:environment/reservations/:reservation', heading: 'Reservation cart-4711', needs: operations.getReservation },
  {
    path: '/:environment/reservations',
    heading: 'Reservations',
    needs: operations.listReservations,
    act: async (page) => {
      await page.getByRole('button', { name: 'Reserve units' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/stock', heading: 'Stock', needs: operations.listSkus },
  { path: '/:environment/stock', heading: 'Stock', needs: operations.listSkus, isFresh: true },
  { path: '/:environment/stock/MUG-01', heading: 'MUG-01', needs: operations.getSku },
  {
    path: '/:environment/stock/MUG-01',
    heading: 'MUG-01',
    needs: operations.getSku,
    act: async (page) => {
      await pressAction(page, 'Edit');
      await page.getByRole('dialog').getByRole('button', { name: 'Add pair' }).click();
    },
  },
  { path: '/:environment/locations', heading: 'Locations', needs: operations.listLocations },
  {
    path: '/:environment/locations',
    heading: 'Locations',
    needs: operations.listLocations,
    act: async (page) => {
      await page.getByRole('button', { name: 'Change rules' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/locations?location=:shelf', heading: 'Locations', needs: operations.getLocation },
  {
    path: '/:environment/locations?location=:shelf',
    heading: 'Locations',
    needs: operations.getLocation,
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/locations?q=A', heading: 'Locations', needs: operations.listLocations },
  {
    path: '/:environment/station?mode=receive',
    heading: 'Scan station',
    needs: operations.createScan,
    act: async (page) => {
      await page.getByLabel('Item or location').fill('A1/S1');
      await page.keyboard.press('Enter');
      await page.getByText('Location MAIN:A1/S1.').waitFor();
    },
  },
  {
    path: '/:environment/station?mode=pick',
    heading: 'Scan station',
    needs: operations.createScan,
    act: async (page) => {
      for (const code of ['shop-1004', '4006381333931']) {
        await page.getByLabel(/^(Order|Item or location)$/).fill(code);
        await page.keyboard.press('Enter');
      }
      await page.getByText('Wrong item').waitFor();
    },
  },
  { path: '/:environment/orders/pick-list', heading: 'Pick lists', needs: operations.listOrders },
  { path: '/:environment/orders/packing-slips', heading: 'Packing slips', needs: operations.listOrders },
  { path: '/:environment/labels?location=:shelf', heading: 'Labels', needs: operations.getLocation },
  { path: '/:environment/scans', heading: 'Scans', needs: operations.listScans },
  { path: '/:environment/import-export', heading: 'Import and export', needs: operations.exportInventory },
  { path: '/:environment/developers/api-keys', heading: 'API keys', needs: accountOperations.listKeys },
  {
    path: '/:environment/developers/api-keys',
    heading: 'API keys',
    needs: accountOperations.listKeys,
    act: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    },
  },
  { path: '/:environment/developers/webhooks', heading: 'Webhooks', needs: accountOperations.listWebhooks },
  { path: '/:environment/developers/webhooks', heading: 'Webhooks', needs: accountOperations.listWebhooks, isFresh: true },
  {
    path: '/:environment/developers/webhooks/:endpoint',
    heading: 'Shop floor',
    needs: accountOperations.getWebhook,
    isFollowing: true,
  },
  { path: '/:environment/developers/webhooks/:endpoint/edit', heading: 'Edit endpoint', needs: accountOperations.updateWebhook },
  {
    path: '/:environment/developers/webhooks/:endpoint/deliveries/:delivery',
    heading: 'order.shipped',
    needs: accountOperations.getDelivery,
  },
  {
    path: '/:environment/developers/webhooks/new',
    heading: 'Add endpoint',
    needs: accountOperations.createWebhook,
    act: async (page) => {
      await page.getByLabel('Selected types').check();
      await page.getByRole('group', { name: 'Scans' }).getByRole('button').click();
      await page.getByRole('checkbox', { name: /^scan\.completed/ }).check();
      await page.getByRole('button', { name: 'Add condition' }).click();
    },
  },
  {
    path: '/:environment/developers/event-types',
    heading: 'Event types',
    needs: accountOperations.listEventTypes,
    act: (page) => page.getByText('sku.updated').click(),
  },
  { path: '/:environment/settings/account', heading: 'Account', needs: accountOperations.getAccount },
  { path: '/:environment/settings/limits', heading: 'Limits and retention', needs: accountOperations.getRetention },
  {
    path: '/:environment/settings/limits',
    heading: 'Limits and retention',
    needs: accountOperations.getRetention,
    act: async (page) => {
      await page.getByRole('button', { name: 'Change retention' }).click();
      await page.getByRole('dialog').getByLabel('Days').fill('400');
    },
  },
  { path: '/:environment/settings/members', heading: 'Members', needs: accountOperations.listMembers },
  {
    path: '/:environment/settings/members',
    heading: 'Members',
    needs: accountOperations.listMembers,
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { path: '/:environment/settings/sign-in', heading: 'Your sign-in', needs: accountOperations.listSessions },
  { path: '/:environment/settings/audit-log', heading: 'Audit log', needs: accountOperations.listAuditLog },
  { path: '/:environment/nowhere', heading: 'Page not found' },
];

/** An environment of an account, and the records that listed pages show of it. */
interface Shown {
  readonly environment: string;
  readonly records: PageRecords;
}

/** The address of a listed page below `/console`. */
export function addressOf({ path }: ListedPage, { environment, records }: Shown): string {
  return Object.entries({ environment, ...records }).reduce((so, [name, value]) => so.replace(`:${name}`, value), path);
}

/** Opens a listed page of a system and waits until it stands still. */
export async function openListed(
  page: Page,
  listed: ListedPage,
  { baseUrl, ...shown }: Shown & { readonly baseUrl: string },
): Promise<void> {
  const { heading, act, isFollowing = false } = listed;
  await page.goto(`${baseUrl}/console${addressOf(listed, shown)}`);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await act?.(page);
  if (!isFollowing) return await page.waitForLoadState('networkidle');
  await page.getByText('Live', { exact: true }).waitFor();
  // Icons and menus are loaded beside the page.
  await page.locator('.navigation svg').first().waitFor({ state: 'attached' });
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
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
  look: Pick<WindowOptions, 'theme' | 'width' | 'locale' | 'hasTouch'>,
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
