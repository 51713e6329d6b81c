import type { Page } from 'playwright-core';
import { wedge } from './keyboard.ts';

/** A member with a keyboard and a scanner alone, whose actions are counted. */
export interface Hand {
  /** Codes that were scanned, and keys that were pressed, since they were last asked for. */
  readonly count: () => { readonly scans: number; readonly keys: number };
  readonly scan: (code: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** Types a text, a key for each letter. */
  readonly type: (text: string) => Promise<void>;
  /** Presses Tab, or Shift and Tab, until what has this name has the focus. */
  readonly reach: (name: string, direction?: 'forward' | 'back') => Promise<void>;
}

const FOCUSED = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText`;

/** The hand of a member on a page. */
export function handOn(page: Page): Hand {
  let [scans, keys] = [0, 0];
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  return {
    count: () => {
      const counted = { scans, keys };
      [scans, keys] = [0, 0];
      return counted;
    },
    scan: async (code) => {
      scans += 1;
      await wedge(page, code);
    },
    press,
    type: async (text) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    reach: async (name, direction = 'forward') => {
      for (let tabs = 0; tabs < 40; tabs += 1) {
        await press(direction === 'back' ? 'Shift+Tab' : 'Tab');
        if ((await page.evaluate(FOCUSED)) === name) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    },
  };
}
