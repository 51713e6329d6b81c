import { eventPage, integrityReport, ofEachProcess, ORDER_STATUSES, orderPage } from '@fulfilment/contracts';
import { delay, Random } from '@fulfilment/kernel';
import type { z } from 'zod';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  median,
  quantile,
  seconds,
  table,
  withDrilledSystem,
} from '../drilled-system.ts';
import type { Fault } from './fault.ts';
import { nextFault } from './faults.ts';
import { faultsOfHistory } from './history.ts';
import { SCARCE, type Shoppers, SKUS, startShoppers } from './shoppers.ts';

/** How long faults come, which, and under how many clients. */
export interface StormPlan {
  readonly forMs: number;
  /** Fewer faults where it ends the storm earlier. */
  readonly most: number;
  readonly seed: number;
  /** Clients of the tenant with the load, and of each of the two others. */
  readonly clients: { readonly loaded: number; readonly others: number };
  /** Milliseconds between two acts of a client; none by default. */
  readonly pauseMs?: number;
  /** The component that every fault is of; all by default. */
  readonly only?: string | undefined;
}

/** Two of each, so that one is left. */
const SCALE = ofEachProcess(() => 2);
/** Clients of the tenant with the load by default. */
const LOADED = 24;
/** Clients of each tenant but the one with the load. */
const OTHERS = 2;
/** A tenant without a create within it stands still. */
const STUCK_MS = 120_000;
/** A create that waits longer while one of three brokers is away was not served: hangs last for 40 s at most. */
const SERVED_MS = 35_000;
/** The aim: from the end of a fault to the first create that is answered with 201. */
const AIM_MS = 5_000;
const REST_MS = 1_500;
const PATIENCE_MS = 120_000;
const LOST = /^fulfilment_consumer_lost_records_total\{.*\} [1-9]/;

/** One fault, and the milliseconds from its end until each tenant created an order, the loaded one first. */
export interface Weathered {
  readonly fault: string;
  readonly recoveredMs: readonly number[];
  /** The longest that a create of each waited which began while the fault lasted, where that is one in which clients are served. */
  readonly servedMs: readonly number[];
}

/** A storm that is over. */
export interface Storm {
  readonly weathered: readonly Weathered[];
  readonly requests: number;
  /** Differences between the histories, the stores and the receivers. */
  readonly violations: readonly string[];
}

/** Random faults under load, whose seed repeats their order, and then the comparison of all that was told with all that is kept. */
export const storm: Drill = {
  meaning: 'random faults from --seed for --minutes under clients of three tenants; recovery of each, and what is lost',
  takesBrokers: true,
  run: (context) =>
    withDrilledSystem(
      context,
      async (system) => {
        const { minutes, seed, clients: loaded = LOADED, only, progress } = context;
        progress(`Seed ${seed}`);
        const clients = { loaded, others: OTHERS };
        const plan = { forMs: minutes * 60_000, most: Number.POSITIVE_INFINITY, seed, clients, only };
        const passed = await weather(system, plan, context);
        if (passed.violations.length > 0) throw new Error([`Violations, seed ${seed}:`, ...passed.violations].join('\n'));
        return asTables(passed, seed);
      },
      { scale: SCALE, isWired: true, brokers: context.brokers },
    ),
};

/**
 * Plants fault after fault, and waits after each until every tenant creates an order again.
 *
 * @throws Error where a tenant stands still for two minutes, naming the fault and the seed.
 */
export async function weather(
  system: DrilledSystem,
  { forMs, most, seed, clients, pauseMs, only }: StormPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<Storm> {
  const random = new Random(seed);
  const names = system.processes().map(({ name }) => name);
  const tenants: Shoppers[] = [];
  for (const [at, count] of [clients.loaded, clients.others, clients.others].entries())
    tenants.push(await openShop(system, { clients: count, pauseMs, random: new Random(seed + at + 1) }));
  const weathered: Weathered[] = [];
  const until = performance.now() + forMs;
  try {
    await allCreate(tenants);
    while (performance.now() < until && weathered.length < most) {
      const fault = nextFault(random, names, only);
      weathered.push(await weatherOne(system, fault, tenants, { seed, signal }));
      progress(`${weathered.length}. ${lineOf(weathered.at(-1))}`);
      await delay(REST_MS, signal);
      // One that is stopped has nothing more to show: its faults would be broken off.
      signal.throwIfAborted();
    }
  } finally {
    await Promise.all(tenants.map((tenant) => tenant.stop()));
  }
  const violations = (await Promise.all(tenants.map(violationsOf))).flat();
  await system.verify();
  violations.push(...(await takenForLost(system)));
  return { weathered, requests: tenants.reduce((sum, { answered }) => sum + answered(), 0), violations };
}

/** Records that a process has taken for lost since it was started: a storm deletes none. */
async function takenForLost(system: DrilledSystem): Promise<string[]> {
  const services = system.processes().filter(({ kind, internalPort }) => kind === 'service' && internalPort !== undefined);
  const found = services.map(async ({ name, internalPort }) => {
    const metrics = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
    return metrics.split('\n').flatMap((line) => (LOST.test(line) ? [`${name}: ${line}`] : []));
  });
  return (await Promise.all(found)).flat();
}

async function openShop(system: DrilledSystem, work: Parameters<typeof startShoppers>[2]): Promise<Shoppers> {
  const client = await system.newClient();
  const events = new Set<string>();
  await system.subscribe(client, (body) => {
    const { id }: { readonly id: string } = JSON.parse(body);
    events.add(id);
  });
  return await startShoppers(client, events, work);
}

async function weatherOne(
  system: DrilledSystem,
  fault: Fault,
  tenants: readonly Shoppers[],
  { seed, signal }: { readonly seed: number; readonly signal: AbortSignal },
): Promise<Weathered> {
  const over = new AbortController();
  const served = fault.isServed === true ? tenants.map(({ client }) => longestWait(client, over.signal)) : [];
  // Each is awaited once the fault is over.
  for (const wait of served) wait.catch(() => undefined);
  try {
    await fault.plant(system, signal).finally(() => over.abort());
    const recoveredMs = await allCreate(tenants);
    const servedMs = await Promise.all(served);
    const longest = Math.max(0, ...servedMs);
    if (longest > SERVED_MS) throw new Error(`while it lasted a tenant created no order for ${seconds(longest)} s`);
    return { fault: fault.name, recoveredMs, servedMs };
  } catch (error) {
    throw new Error(`After ${fault.name} (seed ${seed}): ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The longest that a create took until one was answered with 201, of those that began before it was over. */
export async function longestWait(client: Client, over: AbortSignal): Promise<number> {
  let longest = 0;
  while (!over.aborted) longest = Math.max(longest, await firstCreated(client));
  return longest;
}

/** Milliseconds until each tenant's next create was answered with 201. */
async function allCreate(tenants: readonly Shoppers[]): Promise<number[]> {
  return await Promise.all(tenants.map(({ client }) => firstCreated(client)));
}

/** Milliseconds until a create of the tenant was answered with 201. @throws Error where none is for two minutes. */
export async function firstCreated(client: Pick<Client, 'send'>): Promise<number> {
  const began = performance.now();
  const lines = [{ sku: SKUS.plenty, quantity: 1 }];
  for (;;) {
    const { status } = await client.send('POST', '/orders', { lines });
    const ms = performance.now() - began;
    if (status === 201) return ms;
    if (ms > STUCK_MS) throw new Error(`a tenant has created no order for ${Math.round(ms / 1_000)} s`);
    await delay(100);
  }
}

/** Differences between what a tenant was told and what it finds, and findings that cannot be. */
async function violationsOf(tenant: Shoppers): Promise<string[]> {
  const { client, orders, history, failures } = tenant;
  const kept = new Map<string, string>();
  for await (const { data } of pages(client, `/orders?status=${ORDER_STATUSES.join(',')}&`, orderPage))
    for (const { id, status } of data) kept.set(id, status);
  const moved = [...orders].filter(([id, end]) => (end === null ? !kept.has(id) : kept.get(id) !== end));
  const { status, text } = await client.send('GET', '/integrity');
  const report = status === 200 ? integrityReport.parse(JSON.parse(text)) : undefined;
  return [
    ...failures,
    ...moved.map(([id, end]) => `${id} was left ${end ?? 'somewhere'} and is ${kept.get(id) ?? 'gone'}`),
    ...(tenant.sold() > SCARCE ? [`${tenant.sold()} of ${SCARCE} units were sold`] : []),
    ...faultsOfHistory(history).map((fault) => `${SKUS.counted}: ${fault}`),
    ...(report?.consistent === true ? [] : [`GET /integrity: ${text.slice(0, 500)}`]),
    ...(await missedEvents(tenant)),
  ].map((violation) => `${client.accountId}: ${violation}`);
}

/** Events of the feed that the tenant's receiver never got. */
async function missedEvents({ client, events }: Shoppers): Promise<string[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const missed: string[] = [];
    for await (const { data } of pages(client, '/events?', eventPage))
      missed.push(...data.filter(({ id }) => !events.has(id)).map(({ id }) => id));
    if (missed.length === 0) return [];
    if (performance.now() > deadline) return [`${missed.length} events were not delivered, the first is ${missed[0]}`];
    await delay(1_000);
  }
}

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

async function* pages<Shape extends z.ZodType<Page>>(client: Client, path: string, page: Shape): AsyncGenerator<z.output<Shape>> {
  for (let cursor = ''; ;) {
    const { status, text } = await client.send('GET', `${path}limit=200${cursor}`);
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}`);
    const read = page.parse(JSON.parse(text));
    yield read;
    if (read.next_cursor === null) return;
    cursor = `&cursor=${read.next_cursor}`;
  }
}

function lineOf(weathered: Weathered | undefined): string {
  if (!weathered) return '';
  const { fault, recoveredMs, servedMs } = weathered;
  const served = servedMs.length > 0 ? `; while it lasted ${servedMs.map(seconds).join(', ')} s` : '';
  return `${fault}: ${recoveredMs.map(seconds).join(', ')} s${served}`;
}

function kindOf({ fault }: Weathered): string {
  if (fault.startsWith('two brokers')) return 'two brokers';
  if (fault.includes(', ')) return 'two at once';
  return fault.replaceAll(/-\d\b/g, '').replaceAll(/ [+-]?\d+ s\b/g, '');
}

/** Recovery by kind of fault, and of all. */
function asTables({ weathered, requests }: Storm, seed: number): string {
  const rows = [...Map.groupBy(weathered, kindOf), ['all', weathered] as const].map(([kind, its]) => {
    const loaded = its.map(({ recoveredMs: [first = 0] }) => first);
    const others = its.map(({ recoveredMs: [, ...rest] }) => Math.max(...rest));
    return [
      kind,
      String(its.length),
      ...[loaded, others].flatMap((ms) => [seconds(median(ms)), seconds(quantile(ms, 0.95)), seconds(Math.max(...ms))]),
      String(its.filter(({ recoveredMs }) => Math.max(...recoveredMs) > AIM_MS).length),
    ];
  });
  const head = [
    'fault',
    'times',
    'loaded tenant, p50, s',
    'p95',
    'most',
    'others, p50, s',
    'p95',
    'most',
    `over ${AIM_MS / 1_000} s`,
  ];
  const summary = `Seed ${seed}: ${weathered.length} faults, ${requests} requests answered, no tenant stood still, no violation.`;
  return [table(head, rows), ...servedLine(weathered), summary].join('\n\n');
}

/** The longest waits of creates in faults of one of several brokers; nothing where none came. */
function servedLine(weathered: readonly Weathered[]): readonly string[] {
  const longest = weathered.flatMap(({ servedMs }) => (servedMs.length > 0 ? [Math.max(...servedMs)] : []));
  if (longest.length === 0) return [];
  const waited = `p50 ${seconds(median(longest))} s, most ${seconds(Math.max(...longest))} s`;
  return [`In ${longest.length} faults of one of the brokers, the longest that a create waited while it lasted: ${waited}.`];
}
