import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Tags of rules of axe. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules among them that look at colours. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Violations on a page: the rule of axe, and each element. @param rules those to try; all by default. */
export async function violationsOn(
  page: Page,
  rules?: readonly string[],
): Promise<readonly (readonly [string, readonly string[]])[]> {
  // A bar that stays in view may cut through a target of a page that is scrolled, which would count as too small.
  await page.evaluate('window.scrollTo(0, 0)');
  // All rules are tried; describing what passes too took twice as long. No page has a frame of another, for which each analysis would open a window.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(RULES)).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
