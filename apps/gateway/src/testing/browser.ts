import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Devtools, openDevtools } from './devtools.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// Nothing but the loopback address has a name in it: what the browser asks of others by itself fails, and so would a page.
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--remote-debugging-port=0',
];

/** A page in a real browser. */
export interface Tab {
  /** The address of every request that it made, in their order; `data:` ones are no requests. */
  readonly requests: () => readonly string[];
  /** What the browser held against it: refused by its policy, thrown, not found. */
  readonly complaints: () => readonly string[];
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
}

export interface Browser extends Stoppable {
  readonly open: (url: string) => Promise<Tab>;
}

/** @throws Error that says in one line what is missing if there is no Chromium. */
export async function startBrowser(): Promise<Browser> {
  const file = PLACES.find((place) => existsSync(place));
  if (file === undefined) throw new Error(`No browser: install Debian's chromium (looked for ${PLACES.join(', ')}).`);
  const profile = await mkdtemp(join(tmpdir(), 'fulfilment-browser-'));
  const process = spawn(file, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  const devtools = await openDevtools(process.stderr);
  return {
    open: (url) => openTab(devtools, url),
    stop: async () => {
      devtools.close();
      process.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openTab(devtools: Devtools, url: string): Promise<Tab> {
  const { targetId } = await devtools.ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await devtools.ask('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  for (const domain of ['Page', 'Network', 'Runtime', 'Log', 'Audits']) await devtools.ask(`${domain}.enable`, {}, session);
  await devtools.ask('Page.navigate', { url }, session);
  const told = (method: string): readonly unknown[] => devtools.events(session, method);
  await eventually(() => assert(told('Page.loadEventFired').length > 0), { withinMs: 30_000 });
  return {
    requests: () =>
      told('Network.requestWillBeSent')
        .map((event) => textAt(event, 'request', 'url'))
        .filter((address) => !address.startsWith('data:')),
    complaints: () => [
      ...told('Log.entryAdded').map((event) => textAt(event, 'entry', 'text')),
      ...told('Runtime.exceptionThrown').map((event) => textAt(event, 'exceptionDetails', 'text')),
      ...told('Audits.issueAdded').flatMap((event) => policyIssue(event)),
    ],
    evaluate: async (expression) => {
      const { result } = await devtools.ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, session);
      return at(result, 'value');
    },
  };
}

function policyIssue(event: unknown): string[] {
  const details = at(at(at(event, 'issue'), 'details'), 'contentSecurityPolicyIssueDetails');
  return details === undefined ? [] : [JSON.stringify(details)];
}

function textAt(event: unknown, outer: string, inner: string): string {
  return String(at(at(event, outer), inner));
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
