import type { Locator, Page } from 'playwright-core';

/** Of the button that opens the menu of further actions: of the record of a page, or of a row of a list. */
const MENU = { name: /^More(: .*)?$/, disabled: false } as const;

/** Presses an action of the record that is shown, by its name: its button or link, or its item of the menu. */
export async function pressAction(page: Page, name: string): Promise<void> {
  const named = { name, exact: true };
  const direct = page.getByRole('button', named).or(page.getByRole('link', named));
  const menu = page.getByRole('button', { ...MENU, name: 'More', exact: true });
  await direct.or(menu).first().waitFor();
  if ((await direct.count()) > 0) return await direct.click();
  await menu.click();
  await page.getByRole('menuitem', named).click();
}

/** Chooses an action of a row of a list, by the names of both. */
export async function pressRowAction(page: Page, row: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${row}`, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The buttons of the page but those that copy an id, which every role has. */
export function buttonsOf(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^(?!Copy the id$)/ });
}

interface MenuAction {
  readonly name: string;
  /** The path of the page that it leads to; none of a step. */
  readonly path: string | undefined;
}

/** The actions in the menus of the page, which are opened one after another. */
export async function menuActions(page: Page): Promise<readonly MenuAction[]> {
  const actions: MenuAction[] = [];
  for (const menu of await menusOf(page)) {
    await menu.click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    for (const item of await items.all()) actions.push(await actionOf(item));
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
  }
  return actions;
}

/** The names of the actions in the menus of the page. */
export async function actionsInMenus(page: Page): Promise<readonly string[]> {
  return (await menuActions(page)).map(({ name }) => name);
}

/** The buttons of the menus of the page. A menu is loaded beside its page, and cannot be opened before. */
export async function menusOf(page: Page): Promise<readonly Locator[]> {
  await page
    .getByRole('button', { ...MENU, disabled: true })
    .first()
    .waitFor({ state: 'detached' });
  return await page.getByRole('button', MENU).all();
}

async function actionOf(item: Locator): Promise<MenuAction> {
  const [title = ''] = (await item.innerText()).split('\n');
  const href = await item.getAttribute('href');
  return { name: (await item.getAttribute('aria-label')) ?? title, path: href === null ? undefined : href.replace(/\?.*/, '') };
}
