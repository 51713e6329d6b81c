import { RULES_OF_COLOUR, violationsOn } from '@fulfilment/testing/accessibility';
import type { Page } from 'playwright-core';

/** Every page is opened once, and looked at in each. */
export const LOOKS = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'dark', width: 360 },
  { theme: 'light', width: 360 },
] as const;
type Look = (typeof LOOKS)[number];

/** Of a laptop and of a larger screen: no table is wider there. */
const WIDTHS_OF_DESKS = [1280, 1440];
/** The number of tables that are wider than their frame. */
const CUT_TABLES = `[...document.querySelectorAll('.table-scroll')].filter((frame) => frame.scrollWidth > frame.clientWidth).length`;
/** The number of values in cards without room for their label. */
const CROWDED_LABELS = `[...document.querySelectorAll(".table[data-cards='true'] tbody td:not(.actions, :empty, [data-align='end'])")]
  .filter((cell) => getComputedStyle(cell, '::before').display !== 'none')
  .filter((cell) => parseFloat(getComputedStyle(cell).paddingLeft) < 6 * 16).length`;

/** The number of fields whose letters are smaller than 16 px: phones zoom in on them. */
const SMALL_FIELDS = `[...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')]
  .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16).length`;

/** The number of parts of dialogs that a small phone does not show: a dialog, its title, or its buttons. */
const HIDDEN_PARTS = `[...document.querySelectorAll('dialog[open]')].flatMap((dialog) => {
  const { top: above, bottom: below } = dialog.getBoundingClientRect();
  return [dialog, ...dialog.querySelectorAll('.dialog-head, .form-actions')].filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < Math.max(0, above) - 1 || bottom > Math.min(innerHeight, below) + 1;
  });
}).length`;
const SMALL_PHONE = { width: 360, height: 640 };

/** Gives a page the appearance and width of a look. */
export async function show(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: 900 });
}

/** The faults of a page in a look: rules of axe, and what does not fit or is too small for a phone. */
export async function faultsOf(page: Page, look: Look): Promise<ReadonlyArray<readonly unknown[]>> {
  await show(page, look);
  // What a page has depends on the appearance in its colours alone.
  const rules = look.theme === 'dark' ? RULES_OF_COLOUR : undefined;
  const faults: Array<readonly unknown[]> = [...(await violationsOn(page, rules))];
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  if (overflow !== 0) faults.push(['wider than the window', overflow]);
  for (const width of look.width === 1440 ? WIDTHS_OF_DESKS : [look.width]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page.evaluate(CUT_TABLES);
    if (cut !== 0) faults.push([width, 'tables that are cut', cut]);
  }
  const crowded = await page.evaluate(CROWDED_LABELS);
  if (look.width === 360 && crowded !== 0) faults.push(['labels of cards without room', crowded]);
  const small = await page.evaluate(SMALL_FIELDS);
  if (look.width === 360 && small !== 0) faults.push(['fields with letters below 16 px', small]);
  if (look.width === 360) {
    await page.setViewportSize(SMALL_PHONE);
    const hidden = await page.evaluate(HIDDEN_PARTS);
    if (hidden !== 0) faults.push(['parts of dialogs that a small phone does not show', hidden]);
  }
  return faults;
}
