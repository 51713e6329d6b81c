import { createServer } from 'node:http';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  median,
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { startMeasuredClient } from './measured/measured-client.ts';
import { openPublisher, type Publisher } from './published-events.ts';

/** How many endpoints hang, and for how long the healthy one is watched. */
export interface HangingPlan {
  /** Each has an address of its own for its receivers. */
  readonly tenants: number;
  readonly endpointsOfTenant: number;
  /** Of so many in flight the measurement begins. */
  readonly held: number;
  readonly watchMs: number;
}

/** A process has 512 attempts at slow receivers in flight. */
const FULL: HangingPlan = { tenants: 60, endpointsOfTenant: 50, held: 256, watchMs: 20_000 };
const EVERY_MS = 50;

/** 3,000 receivers at 60 addresses take requests and never answer them. */
export const hanging: Drill = {
  meaning: 'the delay of deliveries to a healthy endpoint with and without 3,000 endpoints that hang',
  run: (context) => withDrilledSystem(context, async (system) => asTable(await hangReceivers(system, FULL, context))),
};

/** Milliseconds from the making of each event to its arrival at the healthy endpoint. */
export interface Hung {
  readonly before: readonly number[];
  readonly during: readonly number[];
  readonly after: readonly number[];
  /** Requests that hung while the healthy one was watched. */
  readonly held: number;
}

/** Adds endpoints that hang beside a healthy one, and removes them. @throws Error where the stores differ afterwards. */
export async function hangReceivers(
  system: DrilledSystem,
  { tenants, endpointsOfTenant, held: awaited, watchMs }: HangingPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<Hung> {
  const delays: number[] = [];
  // In a thread of its own: this process holds thousands of connections of those that hang.
  const healthy = await startMeasuredClient(system.baseUrl, {}, (body, at) =>
    delays.push(Math.round(at - Date.parse(created.parse(JSON.parse(body)).created_at))),
  );
  const publisher = openPublisher(system.process('kafka').baseUrl);
  const hosts: Hanging[] = [];
  try {
    const client = await system.newClient();
    await system.addWebhook(client, healthy.receiverUrl);
    const measure = (): Promise<readonly number[]> => watch(client, { publisher, delays, watchMs, signal });
    await measure();
    const before = await measure();
    progress(`Adding ${tenants * endpointsOfTenant} endpoints that hang`);
    const removals: (() => Promise<void>)[] = [];
    const accounts: string[] = [];
    for (let tenant = 0; tenant < tenants; tenant += 1) {
      const host = await startHanging(`127.0.1.${tenant + 1}`);
      hosts.push(host);
      const owner = await system.newClient();
      accounts.push(owner.accountId);
      const urls = Array.from({ length: endpointsOfTenant }, (_, n) => `${host.url}/${n}`);
      for (const url of urls) removals.push(await system.addWebhook(owner, url));
    }
    await publisher.publish(accounts, 1);
    const held = (): number => hosts.reduce((sum, host) => sum + host.held(), 0);
    while (held() < awaited) await delay(100, signal);
    progress(`${held()} requests hang`);
    const during = await measure();
    const most = held();
    progress('Removing them');
    for (const remove of removals) await remove();
    for (const host of hosts) await host.stop();
    const after = await measure();
    await system.verify();
    return { before, during, after, held: most };
  } finally {
    for (const host of hosts) await host.stop();
    await publisher.stop();
    await healthy.stop();
  }
}

function asTable({ before, during, after, held }: Hung): string {
  const row = (what: string, of: readonly number[]): string[] => [
    what,
    String(of.length),
    String(median(of)),
    String(of.toSorted((a, b) => a - b)[Math.floor(of.length * 0.95)] ?? 0),
    (median(of) / median(before)).toFixed(2),
  ];
  return table(
    ['endpoints that hang', 'deliveries to the healthy one', 'delay, median, ms', '95 %, ms', 'times'],
    [row('none', before), row(`3,000, ${held} requests in flight`, during), row('removed again', after)],
  );
}

const created = z.object({ created_at: z.string() });

interface Watch {
  readonly publisher: Publisher;
  /** Milliseconds from the making of an event to its arrival, of each that has arrived. */
  readonly delays: number[];
  readonly watchMs: number;
  readonly signal: AbortSignal;
}

/** Publishes an event twenty times a second and waits for all of them. @returns their delays. */
async function watch({ accountId }: Client, { publisher, delays, watchMs, signal }: Watch): Promise<readonly number[]> {
  delays.splice(0);
  const events = watchMs / EVERY_MS;
  for (let event = 0; event < events; event += 1) {
    await publisher.publish([accountId], 1);
    await delay(EVERY_MS, signal);
  }
  while (delays.length < events) {
    signal.throwIfAborted();
    await delay(EVERY_MS, signal);
  }
  return delays.slice();
}

interface Hanging extends Stoppable {
  readonly url: string;
  /** Requests that it holds now. */
  held(): number;
}

/** Takes requests and never answers them. */
async function startHanging(host: string): Promise<Hanging> {
  let held = 0;
  const server = createServer((request, response) => {
    held += 1;
    request.resume();
    response.once('close', () => (held -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://${host}:${address.port}`,
    held: () => held,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
