import { randomInt } from 'node:crypto';
import { SESSION_COOKIE } from '@fulfilment/contracts';
import type { Stoppable } from '@fulfilment/kernel';
import { patient } from '@fulfilment/testing';
import { launchChromium } from '@fulfilment/testing/chromium';
import type { Page } from 'playwright-core';
import type { SignedInMember } from '../system/member.ts';
import type { TestSystem } from '../system/start-test-system.ts';

/** How a window is opened: signed out, in British English, at 1440 × 900 and light by default. */
export interface WindowOptions {
  readonly member?: Pick<SignedInMember, 'headers'>;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  readonly mayUseCamera?: boolean;
  /** True for fingers in place of a mouse. */
  readonly hasTouch?: boolean;
  /** The language that the browser prefers. */
  readonly locale?: string;
}

/** A window of the console in a profile of its own. */
export interface ConsoleWindow {
  readonly page: Page;
  /** Opens a page by its path below `/console`. */
  readonly open: (path: string) => Promise<void>;
  /** Violations of the policy, uncaught exceptions and failed scripts or styles so far. */
  readonly complaints: () => readonly string[];
  readonly close: () => Promise<void>;
}

export interface ConsoleBrowser extends Stoppable {
  readonly window: (options?: WindowOptions) => Promise<ConsoleWindow>;
}

/**
 * Starts Chromium for the console of a system. Its requests come from an address of their own.
 *
 * @param flags of its command line.
 */
export async function startConsoleBrowser(
  { baseUrl }: Pick<TestSystem, 'baseUrl'>,
  flags: readonly string[] = [],
): Promise<ConsoleBrowser> {
  const browser = await launchChromium(flags);
  return {
    stop: () => browser.close(),
    window: async ({ member, width = 1440, theme = 'light', mayUseCamera = false, hasTouch = false, locale = 'en-GB' } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        locale,
        hasTouch,
        isMobile: hasTouch,
        timezoneId: 'Europe/Berlin',
        permissions: ['clipboard-read', 'clipboard-write', ...(mayUseCamera ? ['camera'] : [])],
        extraHTTPHeaders: { 'X-Forwarded-For': `198.19.${randomInt(256)}.${randomInt(1, 255)}` },
      });
      context.setDefaultTimeout(patient(30_000));
      if (member) await context.addCookies([sessionOf(member, baseUrl)]);
      const complaints: string[] = [];
      await context.exposeBinding('tellViolation', (_source, text: string) => void complaints.push(text));
      await context.addInitScript(
        `document.addEventListener('securitypolicyviolation', (event) => window.tellViolation(event.violatedDirective + ' ' + event.blockedURI))`,
      );
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 400 && response.url().includes('/assets/'))
          complaints.push(`${response.status()} ${response.url()}`);
      });
      return {
        page,
        open: async (path) => void (await page.goto(`${baseUrl}/console${path}`)),
        complaints: () => complaints,
        close: () => context.close(),
      };
    },
  };
}

function sessionOf({ headers }: Pick<SignedInMember, 'headers'>, baseUrl: string) {
  const value = (headers['cookie'] ?? '').slice(`${SESSION_COOKIE}=`.length);
  return {
    name: SESSION_COOKIE,
    value,
    url: baseUrl.replace('http:', 'https:'),
    secure: true,
    httpOnly: true,
    sameSite: 'Lax' as const,
  };
}
