import type { Page } from 'playwright-core';

/** Presses Tab until the element with an accessible name has the focus, and holds that the focus is seen. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      `[document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]`,
    );
    if (Array.isArray(focused) && focused[0] === name) {
      if (focused[1] !== 'solid') throw new Error(`The focus on ${name} is not seen`);
      return;
    }
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Scans as a wedge scanner does: it types, wherever the focus is, and ends with Enter. */
export async function wedge(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

/** Notes the tones that a page plays, in hertz. */
export async function hearTones(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(
    `window.tones = []; const start = OscillatorNode.prototype.start;
     OscillatorNode.prototype.start = function (...at) { window.tones.push(this.frequency.value); return start.apply(this, at); };`,
  );
  return () => page.evaluate('window.tones.splice(0)');
}
