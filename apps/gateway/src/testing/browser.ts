import type { Stoppable } from '@fulfilment/kernel';
import { launchChromium } from '@fulfilment/testing/chromium';
import type { Browser as Chromium } from 'playwright-core';

/** A page in a real browser. */
export interface Tab {
  /** The URL of every request of the page, in order, without `data:`. */
  readonly requests: () => readonly string[];
  /** Console errors and warnings, uncaught exceptions and violations of the policy. */
  readonly complaints: () => readonly string[];
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** The text that is seen of an element; also where scripts are off. */
  readonly text: (selector: string) => Promise<string>;
  /** The width that the content of an element takes, in pixels; also where scripts are off. */
  readonly widthOf: (selector: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

interface TabOptions {
  readonly width?: number;
  readonly height?: number;
  /** True to open the page with JavaScript off. */
  readonly withoutScripts?: boolean;
}

export interface Browser extends Stoppable {
  /** Opens a page in a profile of its own and waits until it is loaded. */
  readonly open: (url: string, options?: TabOptions) => Promise<Tab>;
}

/** Starts Chromium without a window. @throws Error as {@link launchChromium}. */
export async function startBrowser(): Promise<Browser> {
  const browser = await launchChromium();
  return { open: (url, options) => openTab(browser, url, options), stop: () => browser.close() };
}

async function openTab(browser: Chromium, url: string, options: TabOptions = {}): Promise<Tab> {
  const { width = 1280, height = 720, withoutScripts = false } = options;
  const page = await browser.newPage({ viewport: { width, height }, javaScriptEnabled: !withoutScripts });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  // The first page of a gateway waits until all pages are rendered, on machines that do other work beside it.
  await page.goto(url, { timeout: 55_000 });
  return {
    requests: () => requests.filter((address) => !address.startsWith('data:')),
    complaints: () => complaints,
    evaluate: (expression) => page.evaluate(expression),
    text: (selector) => page.innerText(selector),
    widthOf: (selector) => page.locator(selector).evaluate((element) => element.scrollWidth),
    close: () => page.close(),
  };
}
