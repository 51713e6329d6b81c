import { accountOperations, type ActingRole, mayDo, operations, type Permission } from '@fulfilment/contracts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { ListedPage } from './pages.ts';
import { menusOf } from './record-actions.ts';
import { neededFor, shapeOf } from './role-pages.ts';

const [may, account] = [operations, accountOperations];

/**
 * The permission of each button of a dialog by the operation that it leads to, null where it sends nothing: the first one that has
 * `‹title of the dialog› > ‹text of the button›`. A button that is nowhere here is nothing to any role.
 */
const BUTTONS: ReadonlyArray<readonly [Permission | null | undefined, RegExp]> = [
  [null, / > (Cancel|Close|Keep .+|Leave .+|Add (line|pair|a parcel)|Remove line \d+)$/],
  [may.holdOrder.permission, /^Put (\d+ orders? )?on hold > Put (\d+ orders? )?on hold$/],
  [may.releaseHold.permission, /^Release this hold\? > Release hold .+$/],
  [may.cancelOrder.permission, /^Cancel (\d+ orders?|order) > Cancel (\d+ orders?|order)$/],
  [may.closeOrder.permission, /^Close order > Close order$/],
  [may.packOrder.permission, /^Pack (\d+ orders?|order) > Pack (\d+ orders?|order)$/],
  [may.shipOrder.permission, /^Ship (\d+ orders?|order) > Ship (\d+ orders?|order)$/],
  [may.updateOrder.permission, /^Edit (details > Save changes|priority > Save)$/],
  [may.updateOrder.alternativePermission, /^Edit tracking > Save$/],
  [may.eraseOrder.permission, /^Erase personal data > Erase personal data$/],
  [may.createFulfilment.permission, /^Create fulfilment > Create fulfilment$/],
  [may.packFulfilment.permission, /^Pack fulfilment \d > Pack$/],
  [may.updateFulfilment.permission, /^Edit tracking fulfilment \d > Save$/],
  [may.cancelFulfilment.permission, /^Cancel fulfilment \d > Cancel fulfilment \d$/],
  [may.createReturn.permission, /^Request a return > Request a return$/],
  [may.createReturn.alternativePermission, /^Open a return without an order > Open a return without an order$/],
  [may.closeReturn.permission, /^Close return > Close return$/],
  [may.receiveReturn.permission, /^(Receive > Receive|Mark missing > Mark missing)$/],
  [may.disposeReturn.permission, /^Change disposition > Change disposition$/],
  [may.createSku.permission, /^Add a SKU > Add SKU$/],
  [may.updateSku.permission, /^(Edit MUG-01 > Save changes|Safety stock and reorder point of \d+ SKUs > Save)$/],
  [may.archiveSku.permission, /^Archive \d+ SKUs > Archive$/],
  [may.updateSkuWarehouse.permission, /^MUG-01 in \w+ > Save settings$/],
  [may.adjustStock.permission, /^(Adjust \S+ > Adjust stock|Count \S+ > Set count)$/],
  [may.transferStock.permission, /^Transfer \S+ > Transfer units$/],
  [may.createReservation.permission, /^Reserve units > Reserve units$/],
  [may.updateReservation.permission, /^Extend this reservation > Extend$/],
  [may.releaseReservation.permission, /^Release this reservation\? > Release$/],
  [may.updateAllocationRules.permission, /^Change rules > Save rules$/],
  [may.createLocation.permission, /^Add (\w+) > Add \1$/],
  [may.updateLocation.permission, /^Edit MAIN:\S+ > Save changes$/],
  [may.archiveLocation.permission, /^Archive MAIN:\S+\? > Archive$/],
  [account.createKey.permission, /^Create an API key > Create key$/],
  [account.updateKey.permission, /^Edit “.+” > Save changes$/],
  [account.rotateKey.permission, /^Rotate “.+” > Rotate$/],
  [account.revokeKey.permission, /^Revoke this key\? > Revoke$/],
  [account.testWebhook.permission, /^Send a test event > Send test event$/],
  [account.createReplay.permission, /^Replay events > Start replay$/],
  [account.rotateWebhookSecret.permission, /^Rotate secret > Rotate secret$/],
  [account.deleteWebhook.permission, /^Remove the endpoint > Remove$/],
  [account.updateRetention.permission, /^Change retention > Save retention$/],
  [account.inviteMember.permission, /^Invite a member > Invite$/],
  [account.updateMember.permission, /^Role of .+ > Change role$/],
  [account.removeMember.permission, /^Remove this member\? > Remove$/],
  [account.issuePasswordReset.permission, /^Reset password: .+ > Reset password$/],
];

/** Buttons that act at once, without a dialog. */
const AT_ONCE = /^(overview Check now|\S+ (Copy( the id)?|Pause|Resend( .+)?|Reveal))$/;

/** A dialog as a role sees it. */
const seenDialog = z.object({ title: z.string(), buttons: z.array(z.string()) });

const OPEN = `(label) => {
  const named = (each) => (each.getAttribute('aria-label') ?? each.innerText.replaceAll('\\n', ' ')) === label;
  const button = [...document.querySelectorAll('main button:not(:disabled)')].find(named);
  button?.focus();
  button?.click();
  return button !== undefined;
}`;
/** The name of the control that has the focus, and whether it is in the open dialog. */
const FOCUS = `(() => {
  const { activeElement: at } = document;
  return {
    isInDialog: at.closest('dialog[open]') !== null,
    name: at.matches('button') ? (at.getAttribute('aria-label') ?? at.innerText.replaceAll('\\n', ' ')) : at.localName,
  };
})()`;
const seenFocus = z.object({ isInDialog: z.boolean(), name: z.string() });
const SEEN = `(() => {
  const dialog = document.querySelector('dialog[open]');
  return {
    title: dialog.querySelector('h2').innerText,
    buttons: [...dialog.querySelectorAll('button')].map((each) => each.getAttribute('aria-label') ?? each.innerText.replaceAll('\\n', ' ')),
  };
})()`;

/** Beyond any time that a dialog needs, whose code may have to be loaded first. */
const OPENS_MS = 10_000;

/** Chooses an action in a menu of the page. @returns the name of the button of the menu; undefined where no menu has the action. */
async function openByMenu(page: Page, action: string): Promise<string | undefined> {
  for (const menu of await menusOf(page)) {
    await menu.click();
    await page.getByRole('menu').waitFor();
    const item = page.getByRole('menuitem', { name: action, exact: true });
    if ((await item.count()) > 0 && (await item.getAttribute('aria-disabled')) !== 'true') {
      const name = (await menu.getAttribute('aria-label')) ?? (await menu.innerText()).replaceAll('\n', ' ');
      await item.click();
      return name;
    }
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  return undefined;
}

/** The buttons of the dialogs that a member has opened, by the titles of those. */
export type SeenDialogs = ReadonlyMap<string, readonly string[]>;

/** The buttons of a page that open a dialog. */
function openers(listed: ListedPage, buttons: readonly string[]): readonly string[] {
  return buttons.filter((button) => Boolean(neededFor(listed, button)) && !AT_ONCE.test(`${shapeOf(listed)} ${button}`));
}

/**
 * Opens the dialogs of pages in one window, each once: what names only another record opens the same one. The focus is to go into each,
 * and back to its button.
 */
export function dialogsIn(page: Page, rest: () => Promise<void>) {
  const seen = new Map<string, readonly string[]>();
  const opened = new Set<string>();
  return {
    seen,
    /** Opens the dialogs behind buttons of the page that is shown, and tells what is wrong with them. */
    open: async (listed: ListedPage, buttons: readonly string[]): Promise<readonly string[]> => {
      const faults: string[] = [];
      for (const button of openers(listed, buttons)) {
        const key = `${shapeOf(listed).split('/')[0]} ${button.replace(/(?: in |: |“).*|\d+/, '')}`;
        if (opened.has(key)) continue;
        const opener = (await page.evaluate(`(${OPEN})(${JSON.stringify(button)})`)) ? button : await openByMenu(page, button);
        if (opener === undefined) continue;
        opened.add(key);
        const dialog = page.locator('dialog[open]');
        const isOpen = await dialog.waitFor({ timeout: OPENS_MS }).then(
          () => true,
          () => false,
        );
        if (!isOpen) {
          faults.push(`opens no dialog by ${button}`);
          continue;
        }
        await rest();
        const { title, buttons: inside } = seenDialog.parse(await page.evaluate(SEEN));
        seen.set(title, [...new Set(inside)].toSorted());
        const { isInDialog } = seenFocus.parse(await page.evaluate(FOCUS));
        if (!isInDialog) faults.push(`has the focus outside of the dialog ${title}`);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        const { name } = seenFocus.parse(await page.evaluate(FOCUS));
        if (name !== opener) faults.push(`gives the focus of the dialog ${title} to ${name}, not back to ${opener}`);
      }
      return faults;
    },
  };
}

/** Of all dialogs those that a role is to see, with the buttons that it may press: one of them at least sends what it may do. */
export function dialogsFor(role: ActingRole, all: SeenDialogs): readonly string[] {
  return [...all].flatMap(([title, buttons]) => {
    const needed = (button: string) => BUTTONS.find(([, pattern]) => pattern.test(`${title} > ${button}`))?.[0];
    const granted = buttons.filter((button) => {
      const permission = needed(button);
      return permission !== undefined && mayDo(role, permission);
    });
    return granted.some((button) => needed(button) !== null) ? granted.map((button) => `${title} > ${button}`) : [];
  });
}
