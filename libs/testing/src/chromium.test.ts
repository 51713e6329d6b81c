import { expect, test, vi } from 'vitest';
import { launchChromium } from './chromium.ts';

test('a machine without Chromium gets that of the package, with fonts and libraries of its own', async () => {
  vi.stubEnv('FULFILMENT_BROWSER', 'package');
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.setContent('<h1>Fonts</h1>');

  expect(await page.innerText('h1')).toBe('Fonts');

  vi.unstubAllEnvs();
});
