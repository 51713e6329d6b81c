import { delay } from '@fulfilment/kernel';
import { launchChromium } from '@fulfilment/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { type MeasureOptions, withSystem } from '../measured-start.ts';
import { markdown, median, ms } from '../measures/bench.ts';
import { openSubject } from '../subject.ts';
import { fillLog } from './fill-log.ts';

/** The extent of a measurement of the console. */
export interface ConsoleExtent {
  /** Loads of a page. */
  readonly rounds: number;
  /** Rows of the delivery log. */
  readonly deliveries: number;
  /** Frames in which the log is scrolled from one end to the other, and then a little in each. */
  readonly frames: number;
}

export const CONSOLE: ConsoleExtent = { rounds: 5, deliveries: 100_000, frames: 600 };
export const CONSOLE_QUICK: ConsoleExtent = { rounds: 2, deliveries: 5_000, frames: 120 };

/** A page as it comes into an empty cache. */
interface LoadedPage {
  readonly page: string;
  /** Bytes of all scripts as they were transferred, compressed and with their heads. */
  readonly scriptBytes: number;
  readonly scripts: number;
  /** Milliseconds until it shows its content and the main thread rests, one a round. */
  readonly interactiveMs: readonly number[];
}

/** A scroll through the log. */
interface Scrolled {
  readonly how: string;
  readonly frames: number;
  /** Tasks of 50 ms and more (Long Tasks API). */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  readonly frameP50Ms: number;
  readonly frameP99Ms: number;
}

/** Everything that was measured of the console. */
export interface ConsoleResults {
  readonly loads: readonly LoadedPage[];
  readonly rows: number;
  /** Seconds in which the page read all rows, page by page. */
  readonly readSeconds: number;
  readonly scrolls: readonly Scrolled[];
}

/** A phone of the middle class on a slow network, as Lighthouse has it. */
const SLOW_CPU = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 } as const;

/** The main thread has rested for so long once a page is taken to be interactive. */
const QUIET_MS = 2_000;
const PATIENCE_MS = 600_000;
const PASSWORD = 'benchmarks fill the third shelf';

/**
 * Starts a system of its own in a temporary folder, opens its console in Chromium, measures it, and leaves nothing behind.
 *
 * @throws Error if the system does not come up, or if there is no browser.
 */
export async function runConsoleBench(options: MeasureOptions<ConsoleExtent>): Promise<ConsoleResults> {
  const browser = await launchChromium();
  try {
    return await withSystem(options, (folder) => measure(folder, browser, options));
  } finally {
    await browser.close();
  }
}

async function measure(
  folder: string,
  browser: Browser,
  { extent, progress, signal }: MeasureOptions<ConsoleExtent>,
): Promise<ConsoleResults> {
  const subject = await openSubject(folder);
  const customer = await subject.newCustomer('Benchmark of the console');
  progress(`Putting ${extent.deliveries} deliveries into the store`);
  const endpointId = await fillLog(subject, customer, { deliveries: extent.deliveries, signal });
  const session = await joined(browser, subject.gatewayUrl, await customer.invite());
  const member = { ...subject, browser, session, rounds: extent.rounds };
  progress('Loading pages with a slow processor and network');
  const loads = [
    await measureLoads({ ...member, page: 'sign-in', path: '/sign-in', shown: 'form button', isSignedOut: true }),
    await measureLoads({ ...member, page: 'overview', path: '/sandbox/overview', shown: '.tiles dd' }),
    await measureLoads({ ...member, page: 'API keys', path: '/sandbox/developers/api-keys', shown: 'tbody tr' }),
  ];
  signal.throwIfAborted();
  progress('Reading the delivery log');
  const context = await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } });
  const page = await watchedPage(context);
  await page.goto(`${subject.gatewayUrl}/console/sandbox/developers/webhooks/${endpointId}`);
  const beganAt = performance.now();
  const rows = await readToEnd(page, extent.deliveries, signal);
  const readSeconds = (performance.now() - beganAt) / 1_000;
  progress('Scrolling the delivery log');
  const scrolls = await measureScrolls(context, page, extent.frames);
  await context.close();
  return { loads, rows, readSeconds, scrolls };
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Accepts an invitation in the browser. @returns the cookies of its session. */
async function joined(browser: Browser, gatewayUrl: string, invitation: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { pathname, hash } = new URL(invitation);
  await page.goto(gatewayUrl + pathname + hash);
  await page.locator('input[type=password]').first().waitFor();
  for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.locator('nav.navigation').waitFor();
  const session = await context.storageState();
  await context.close();
  return session;
}

interface PageToLoad {
  readonly gatewayUrl: string;
  readonly browser: Browser;
  readonly session: Session;
  readonly rounds: number;
  readonly page: string;
  /** Below `/console`. */
  readonly path: string;
  /** Selector of an element that is there once the content is. */
  readonly shown: string;
  readonly isSignedOut?: boolean;
}

async function measureLoads(load: PageToLoad): Promise<LoadedPage> {
  const rounds: Awaited<ReturnType<typeof loadOnce>>[] = [];
  for (let round = 0; round < load.rounds; round += 1) rounds.push(await loadOnce(load));
  const { scripts = 0, scriptBytes = 0 } = rounds[0] ?? {};
  return { page: load.page, scripts, scriptBytes, interactiveMs: rounds.map(({ interactiveMs }) => interactiveMs) };
}

async function loadOnce({ gatewayUrl, browser, session, path, shown, isSignedOut = false }: PageToLoad) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    ...(isSignedOut ? {} : { storageState: session }),
  });
  const page = await watchedPage(context);
  const devTools = await context.newCDPSession(page);
  const scripts = new Set<string>();
  const bytes = new Map<string, number>();
  devTools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.goto(`${gatewayUrl}/console${path}`, { waitUntil: 'commit' });
  await page.locator(shown).filter({ hasNotText: '–' }).first().waitFor();
  const shownMs = z.number().parse(await page.evaluate('performance.now()'));
  const restedMs = await restOf(page);
  const scriptBytes = [...scripts].reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0);
  await context.close();
  return { scripts: scripts.size, scriptBytes, interactiveMs: Math.max(shownMs, restedMs) };
}

const WATCH = `window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))))
  .observe({ type: 'longtask', buffered: true });`;

const longTasks = z.array(z.object({ startTime: z.number(), duration: z.number() }));

/** A page that keeps its long tasks in `longTasks`. */
async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  return page;
}

/** The end of the last long task before the main thread rests. */
async function restOf(page: Page): Promise<number> {
  for (;;) {
    const tasks = longTasks.parse(await page.evaluate('window.longTasks'));
    const last = tasks.at(-1);
    const end = last === undefined ? 0 : last.startTime + last.duration;
    const now = z.number().parse(await page.evaluate('performance.now()'));
    if (now - end >= QUIET_MS) return end;
    await delay(QUIET_MS - (now - end));
  }
}

/** Goes to the end of the log again and again until it has all rows. @returns their number. */
async function readToEnd(page: Page, deliveries: number, signal: AbortSignal): Promise<number> {
  await page.locator('.virtual tbody tr').first().waitFor();
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const [rows, isWhole] = z.tuple([z.number(), z.boolean()]).parse(await page.evaluate(TO_END));
    if (isWhole && rows >= deliveries) return rows;
    await delay(50);
  }
  throw new Error('The page did not read the whole log');
}

/** Up a little and down again, so that a read which failed is done again. */
const TO_END = `(() => {
  const frame = document.querySelector('.virtual');
  frame.scrollTop = frame.scrollHeight - 2 * frame.clientHeight;
  frame.scrollTop = frame.scrollHeight;
  const shown = [...frame.querySelectorAll('tr[aria-rowindex]')].at(-1);
  return [Number(shown.getAttribute('aria-rowindex')) - 1, frame.querySelector('table').getAttribute('aria-rowcount') !== '-1'];
})()`;

async function measureScrolls(context: BrowserContext, page: Page, frames: number): Promise<readonly Scrolled[]> {
  const devTools = await context.newCDPSession(page);
  const scrolls: Scrolled[] = [];
  for (const rate of [1, SLOW_CPU]) {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate });
    const processor = rate === 1 ? 'this processor' : `a processor ${rate} times slower`;
    scrolls.push(await scrollOnce(page, `end to end, ${processor}`, { frames, step: 'frame.scrollHeight / count' }));
    scrolls.push(await scrollOnce(page, `three rows a frame, ${processor}`, { frames, step: '114' }));
  }
  return scrolls;
}

const scrolled = z.object({ frames: z.array(z.number()), tasks: longTasks });

async function scrollOnce(
  page: Page,
  how: string,
  { frames, step }: { readonly frames: number; readonly step: string },
): Promise<Scrolled> {
  const { frames: times, tasks } = scrolled.parse(
    await page.evaluate(`(async () => {
      const frame = document.querySelector('.virtual');
      const count = ${frames};
      frame.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      window.longTasks.length = 0;
      const step = ${step};
      const frames = [];
      let before = await new Promise(requestAnimationFrame);
      for (let index = 0; index < count; index += 1) {
        frame.scrollTop += step;
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - before);
        before = now;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { frames, tasks: window.longTasks };
    })()`),
  );
  const sorted = times.toSorted((a, b) => a - b);
  return {
    how,
    frames,
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    frameP50Ms: median(times),
    frameP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function consoleTables({ loads, rows, readSeconds, scrolls }: ConsoleResults): string {
  return [
    markdown(
      ['first load, cache empty', 'compressed script', 'interactive, median', 'of the rounds', 'how'],
      loads.map(({ page, scripts, scriptBytes, interactiveMs }) => [
        page,
        `${(scriptBytes / 1_000).toFixed(0)} kB`,
        ms(median(interactiveMs)),
        `${ms(Math.min(...interactiveMs))} to ${ms(Math.max(...interactiveMs))}`,
        `${scripts} files; processor ${SLOW_CPU} times slower, 150 ms and 1.6 Mbit/s`,
      ]),
    ),
    markdown(
      [`delivery log, ${rows} rows`, 'long tasks', 'longest', 'frame p50', 'frame p99', 'how'],
      scrolls.map(({ how, frames, longTasks: count, longestTaskMs, frameP50Ms, frameP99Ms }) => [
        how,
        String(count),
        count === 0 ? '' : ms(longestTaskMs),
        ms(frameP50Ms),
        ms(frameP99Ms),
        `${frames} frames; all rows read in ${readSeconds.toFixed(0)} s before`,
      ]),
    ),
  ].join('\n\n');
}
