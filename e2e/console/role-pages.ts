import { accountOperations, type ActingRole, mayDo, operations, type Permission } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addressOf, type ListedPage, PAGES } from './pages.ts';
import { menuActions } from './record-actions.ts';
import type { PageRecords } from './page-records.ts';

const [may, account] = [operations, accountOperations];

/**
 * The permission of each button by the operation that it leads to, null where it asks for none that its page does not ask for: the first
 * one that has `‹page› ‹text of the button›`. A button that is nowhere here is nothing to any role.
 */
const BUTTONS: ReadonlyArray<readonly [Permission | null | undefined, RegExp]> = [
  [may.checkIntegrity.permission, /^overview Check now$/],
  [may.holdOrder.permission, /^orders(\/:\w+)? (Put on hold|Hold|Release hold .+)$/],
  [may.cancelOrder.permission, /^orders(\/:\w+)? Cancel( orders?)?$/],
  [may.packOrder.permission, /^orders(\/:\w+)? Pack( order)?$/],
  [may.shipOrder.permission, /^orders(\/:\w+)? Ship( order)?$/],
  [may.updateOrder.permission, /^orders\/:\w+ Edit (details|priority)$/],
  [may.updateOrder.alternativePermission, /^orders\/:\w+ Edit tracking$/],
  [may.eraseOrder.permission, /^orders\/:\w+ Erase personal data$/],
  [may.closeOrder.permission, /^orders\/:\w+ Close order$/],
  [may.createFulfilment.permission, /^orders\/:\w+ \w+( \w+)? fulfilment( \d)?$/],
  [may.createReturn.permission, /^orders\/:\w+ Request a return$/],
  [may.createReturn.alternativePermission, /^returns Open a return without an order$/],
  [may.closeReturn.permission, /^returns\/:\w+ Close return$/],
  [may.receiveReturn.permission, /^returns\/:\w+ (Receive|Mark missing)$/],
  [may.disposeReturn.permission, /^returns\/:\w+ Change disposition$/],
  [may.createSku.permission, /^stock Add SKU$/],
  [may.updateSku.permission, /^stock (Set safety stock|Set reorder point|Archive|Restore)$/],
  [may.updateSku.permission, /^stock\/\S+ (Edit|Archive|Set safety stock and reorder point in .+)$/],
  [may.adjustStock.permission, /^stock\/\S+ (Adjust|Count)$/],
  [may.transferStock.permission, /^stock\/\S+ Transfer$/],
  [may.createReservation.permission, /^reservations Reserve units$/],
  [may.updateReservation.permission, /^reservations\/:\w+ (Extend|Release)$/],
  [null, /^locations\S* Show the locations in /],
  [may.updateAllocationRules.permission, /^locations\S* Change rules$/],
  [may.createLocation.permission, /^locations\S* (Add|Edit|Archive)/],
  [may.importInventory.permission, /^import-export Copy$/],
  [account.createKey.permission, /^developers\/api-keys (Create key|(Edit|Rotate|Revoke) “.+”)$/],
  [
    account.updateWebhook.permission,
    /^developers\/webhooks\/:endpoint (Pause|Remove|Send test event|Reveal|Rotate secret|Replay events)$/,
  ],
  [account.resendDelivery.permission, /^developers\/webhooks\S+ Resend( \S+ evt_\w+)?$/],
  [account.updateRetention.permission, /^settings\/limits Change retention$/],
  [account.inviteMember.permission, /^settings\/members (Invite|(Change role|Reset password|Remove|New invitation): .+)$/],
  // Of the page alone: how it is sorted, filled in, printed and saved, and one's own sign-in.
  [null, /^\S+ (Created|Changed|SKU)\s?[↑↓]?$/],
  [null, /^\S+ Filters( \(\d+ set\))?$/],
  [null, /^\S+ (Copy( the id)?|Print|Export|Export CSV|Save as CSV|Print labels|Clear selection|Cancel)$/],
  [null, /^(orders\/new|developers\/webhooks\/(new|:endpoint\/edit)) /],
  [null, /^(returns\/receive|station)/],
  [null, /^settings\/sign-in /],
];

/** The permission of each mode of the scan station, by the operation that it leads to. */
const MODES: ReadonlyArray<readonly [mode: string, Permission | null]> = [
  ['Look up', may.createScan.permission],
  ['Receive', 'scans:apply'],
  ['Count', 'scans:apply'],
  ['Put away', may.transferStock.permission],
  ['Pick', may.createScan.permission],
  ['Pack', may.packOrder.permission],
  ['Ship', may.shipOrder.permission],
  ['Return', may.receiveReturn.permission],
];

/** The modes of the station that a role is to see. */
export function modesFor(role: ActingRole): readonly string[] {
  return MODES.flatMap(([mode, permission]) => (mayDo(role, permission) ? [mode] : []));
}

/** An order in hand at the station, by its address, and the button that takes its step. */
interface StationStep {
  readonly page: ListedPage;
  readonly button: string;
  readonly needs: Permission | null;
}
const stepAt = (search: string, button: string, needs: Permission | null): StationStep => ({
  page: { path: `/:environment/station?${search}`, heading: 'Scan station', needs: may.createScan },
  button,
  needs,
});
export const STATION_STEPS: readonly StationStep[] = [
  stepAt('mode=pack&order=shop-1004', 'Pack order', may.packOrder.permission),
  stepAt('mode=ship&order=shop-1003', 'Ship order', may.shipOrder.permission),
];

/** A page as a role sees it; of a link the listed page that it leads to. */
const seenPage = z.object({
  headings: z.array(z.string()),
  buttons: z.array(z.string()),
  links: z.array(z.string()),
  alerts: z.array(z.string()),
  navigation: z.array(z.string()),
  modes: z.array(z.string()),
  text: z.string(),
  plain: z.string(),
});
export type SeenPage = z.output<typeof seenPage>;

const NOWHERE = 'Page not found';
const SEEN = `(() => {
  const main = document.querySelector('main');
  const all = (selector, of, within = main) => [...new Set([...within.querySelectorAll(selector)].map(of))].toSorted();
  const plain = main.cloneNode(true);
  for (const code of plain.querySelectorAll('code, pre')) code.replaceWith(' ');
  return {
    headings: all('h1', (each) => each.innerText),
    buttons: all('button:not([aria-haspopup=true])', (each) => each.getAttribute('aria-label') ?? each.innerText.replaceAll('\\n', ' ')),
    links: all('a[href^="/console/"]', (each) => each.pathname),
    alerts: all('[role=alert]', (each) => each.innerText, document).filter((text) => text !== ''),
    navigation: all('nav[aria-label=Main] a', (each) => each.pathname, document),
    modes: [...main.querySelectorAll('.mode-bar a')].map((each) => each.innerText),
    text: main.innerText,
    plain: plain.textContent,
  };
})()`;

/** The pages of a member, each address once, without what stands for an account in which nothing was done yet. */
export const PAGES_OF_MEMBERS = PAGES.filter(
  ({ path, heading, isSignedOut = false, isFresh = false }, place) =>
    !isSignedOut && !isFresh && heading !== NOWHERE && place === PAGES.findIndex((each) => each.path === path && !each.isFresh),
);

/** The address of a listed page below its environment. */
export const shapeOf = ({ path }: ListedPage): string => path.replace('/:environment/', '').replace(/\?.*/, '');

/** The listed page of an address; undefined for the start page. @throws Error for an address without a listed page. */
export function pageAt(pathname: string): ListedPage | undefined {
  const [, , , ...parts] = pathname.split('/');
  const fits = (shape: string): boolean => {
    const wanted = shape.split('/');
    return wanted.length === parts.length && wanted.every((each, place) => /^(:|MUG)/.test(each) || each === parts[place]);
  };
  if (parts.length === 0) return undefined;
  const found = PAGES_OF_MEMBERS.filter((each) => fits(shapeOf(each)));
  const page = found.find((each) => shapeOf(each) === parts.join('/')) ?? found[0];
  if (page === undefined) throw new Error(`No listed page has the address ${pathname}`);
  return page;
}

/** True if the page is one of those that the role is to see; the start page leads to the first of them. */
export function isFor(role: ActingRole, page: ListedPage | undefined): boolean {
  return page?.needs === undefined || mayDo(role, page.needs.permission);
}

/** The buttons of a page that a role may press, of all that there are. */
export function buttonsFor(role: ActingRole, page: ListedPage, buttons: readonly string[]): readonly string[] {
  return buttons.filter((button) => {
    const needed = neededFor(page, button);
    return needed !== undefined && mayDo(role, needed);
  });
}

/** The permission that a button of a page needs; null for none, and undefined for a button that nothing is known of. */
export function neededFor(page: ListedPage, button: string): Permission | null | undefined {
  return BUTTONS.find(([, pattern]) => pattern.test(`${shapeOf(page)} ${button}`))?.[0];
}

/** Opens pages in one window by its router, and tells what each shows once it rests. */
export interface Visits {
  readonly see: (page: ListedPage) => Promise<SeenPage>;
  /** Waits until the page that is shown asks for nothing more. */
  readonly rest: () => Promise<void>;
  /** Requests that were refused, since it was last asked for. */
  readonly refused: () => readonly string[];
}

function together(some: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])].toSorted();
}

/** Follows the requests of a window in which a page is open. */
export function visitsIn(page: Page, records: PageRecords): Visits {
  const open = new Set<unknown>();
  const refused: string[] = [];
  page.on('request', (request) => {
    // The log of deliveries follows a stream without an end.
    if (!request.url().includes('/deliveries/stream')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  const go = (path: string): Promise<unknown> => page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);
  /** Looks twice: a page asks for its records once it is drawn. */
  const rest = async (): Promise<void> => {
    let looks = 0;
    await eventually(async () => {
      const loading = await page.locator('.loading, [aria-busy=true]').count();
      const headings = await page.getByRole('heading', { level: 1 }).count();
      looks = open.size + loading === 0 && headings > 0 ? looks + 1 : 0;
      if (looks < 2) throw new Error(`${page.url()} does not rest: ${open.size} requests, ${loading} parts load`);
    });
  };
  return {
    see: async (listed) => {
      await go('/sandbox/nowhere');
      await page.getByRole('heading', { name: NOWHERE, level: 1 }).waitFor();
      await go(addressOf(listed, { environment: 'sandbox', records }));
      await page.getByRole('heading', { name: NOWHERE, level: 1 }).waitFor({ state: 'detached' });
      await rest();
      // What can be done to many stands there once some are selected.
      const all = page.getByRole('checkbox', { name: 'Select all rows' });
      if ((await all.count()) > 0) await all.click();
      const seen = seenPage.parse(await page.evaluate(SEEN));
      const inMenus = await menuActions(page);
      const steps = inMenus.filter(({ path }) => path === undefined).map(({ name }) => name);
      const links = inMenus.map(({ path }) => path).filter((path) => path !== undefined);
      return { ...seen, buttons: together(seen.buttons, steps), links: together(seen.links, links) };
    },
    rest,
    refused: () => refused.splice(0),
  };
}
