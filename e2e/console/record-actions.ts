import type { Page } from 'playwright-core';

/** Of the button that opens the menu of a record's further actions. */
const MENU = { name: 'More', exact: true, disabled: false } as const;

/** Presses an action of the record that is shown, by its name: its button or link, or its item of the menu. */
export async function pressAction(page: Page, name: string): Promise<void> {
  const named = { name, exact: true };
  const direct = page.getByRole('button', named).or(page.getByRole('link', named));
  const menu = page.getByRole('button', MENU);
  await direct.or(menu).first().waitFor();
  if ((await direct.count()) > 0) return await direct.click();
  await menu.click();
  await page.getByRole('menuitem', named).click();
}

/** The names of the actions in the menus of the page, which are opened one after another. */
export async function actionsInMenus(page: Page): Promise<readonly string[]> {
  const names: string[] = [];
  // A menu is loaded beside its page, and cannot be opened before.
  await page.getByRole('button', { ...MENU, disabled: true }).waitFor({ state: 'detached' });
  for (const menu of await page.getByRole('button', MENU).all()) {
    await menu.click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    for (const item of await items.all()) names.push((await item.getAttribute('aria-label')) ?? (await item.innerText()));
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
  }
  return names;
}
