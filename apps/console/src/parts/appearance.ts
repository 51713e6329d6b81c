import { Store } from '../api/store.ts';

/** The appearances to choose from; `system` follows the preference of the system. */
export const APPEARANCES = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

const KEY = 'console-appearance';

/** The chosen appearance, remembered in this browser. */
export const appearance = new Store<Appearance>(APPEARANCES.find((name) => name === localStorage.getItem(KEY)) ?? 'system');

/** Shows the console in an appearance and remembers it. */
export function chooseAppearance(chosen: Appearance): void {
  localStorage.setItem(KEY, chosen);
  applyAppearance(chosen);
  appearance.set(chosen);
}

/** Marks the document with an appearance, the remembered one by default; `tokens.css` does the rest. */
export function applyAppearance(chosen: Appearance = appearance.get()): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}
