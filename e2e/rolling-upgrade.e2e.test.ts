import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_TOPICS, ofEachProcess, PROCESSES } from '@fulfilment/contracts';
import { LABELS, writeNextRelease } from '@fulfilment/deploy/next-release';
import { runCommand } from '@fulfilment/dev-stack';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { tenantKey } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, inject, test } from 'vitest';
import { bundleApp } from '../tools/build/bundle.ts';
import { startBalancer } from './faults/balancer.ts';
import { startOrderLives } from './faults/order-lives.ts';
import { restart } from './faults/restart.ts';
import { startSteadyLoad, type SteadyLoad } from './faults/steady-load.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';
import { testBundles } from './system/test-bundles.ts';
import { type LabelWatch, watchLabels } from './upgrade/watch-labels.ts';

const SCALE = ofEachProcess(() => 2);
/** Never both of a service at once: one of each release runs between two rounds. */
const ROUNDS = [PROCESSES, PROCESSES.map((name) => `${name}-2`)];
const SKUS = ['RED-01', 'BLUE-01', 'GREEN-01'];
const SCARCE = 'SCARCE-01';
const PER_SECOND = 6;
/** Requests of each kind of load while two releases run beside each other. */
const AT_LEAST = 12;
/** As long as the balancer, and the gateways' checks, need to notice. */
const NOTICE_MS = 3_000;

/** A release that comes back may be one that reads no blocks, and starts with all indexes alone. */
const FOR_EARLIER = { OUTBOX_BLOCKS: 'false', DROP_EVENT_EXPIRY_INDEX: 'false' };

const THIS_RELEASE = join(import.meta.dirname, '..');
/** Workspace of an earlier release, with its packages, that this one is tried beside; without it a test-made next one is, beside this. */
const { PREVIOUS_RELEASE } = process.env;
/** Processes that run the later release from their next start on. */
const upgraded = new Set<string>();
let earlier: string;
let later: string;
/** Bundles of both releases, which start in half the time of their sources; an earlier release is run from its sources. */
let bundles: { readonly earlier: string; readonly later: string } | undefined;
let system: OwnTestSystem;
let tenant: TestTenant;
let stores: { readonly inventory: Mongo; readonly orders: Mongo };

beforeAll(async () => {
  const made = await mkdtemp(join(tmpdir(), 'fulfilment-next-'));
  [earlier, later] = [PREVIOUS_RELEASE ?? THIS_RELEASE, PREVIOUS_RELEASE === undefined ? made : THIS_RELEASE];
  if (PREVIOUS_RELEASE === undefined) bundles = await makeNextRelease(made);
  return () => rm(made, { recursive: true, force: true });
});

async function makeNextRelease(folder: string): Promise<typeof bundles> {
  await writeNextRelease(folder);
  const ofThis = testBundles();
  if (ofThis === undefined) return undefined;
  const ofNext = join(folder, 'dist/apps');
  for (const name of PROCESSES) await bundleApp(join(folder, 'apps', name), join(ofNext, name), { sourceMaps: false });
  return { earlier: ofThis, later: ofNext };
}

beforeAll(async () => {
  const made = bundles;
  system = await startTestSystem(inject('engines'), {
    scale: SCALE,
    settings: { DRAIN_NOTICE_MS: String(NOTICE_MS), ...(PREVIOUS_RELEASE === undefined ? {} : FOR_EARLIER) },
    workspaceOf: (name) => (upgraded.has(name) ? later : earlier),
    bundlesDir: made && ((name) => (upgraded.has(name) ? made.later : made.earlier)),
  });
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  return () => tenant.stop();
});

beforeAll(async () => {
  const url = processNamed(system, 'mongodb').baseUrl;
  const { inventory, orders } = databasesOf(namespace());
  stores = {
    inventory: await connectMongo({ url, database: inventory, appName: 'test' }),
    orders: await connectMongo({ url, database: orders, appName: 'test' }),
  };
  return () => Promise.all(Object.values(stores).map((store) => store.stop()));
});

const namespace = (): string => system.topicPrefix.slice(0, -1);

/** A command of the later release. */
async function runLater(file: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, FULFILMENT_DATA: system.dataDir };
  expect(await runCommand(process.execPath, [join(later, file), ...args, '--namespace', namespace()], env)).toMatchObject({
    code: 0,
  });
}

/** Two releases work beside each other, on the same records, for a while. */
async function goesOn(loads: readonly SteadyLoad[]): Promise<void> {
  const before = loads.map((load) => load.done());
  await eventually(() => loads.forEach((load, place) => expect(load.done()).toBeGreaterThan((before[place] ?? 0) + AT_LEAST)), {
    withinMs: 300_000,
  });
}

const eachOf = <Value>(value: Value) => ({ skus: value, allocations: value, orders: value });
const ALL_LABELS = eachOf(new Set(Object.values(LABELS)));
const NO_LABELS = eachOf(new Set());

test('the next release is rolled out under load, and back: no request fails, no field is lost, and both find the stores sound', async () => {
  const { shop } = tenant;
  for (const sku of SKUS) await shop.createSku({ sku, name: sku, on_hand: 1_000_000 });
  await shop.createSku({ sku: SCARCE, name: 'Scarce', on_hand: 0 });
  const watches = [await watchLabels(stores.inventory, ['skus', 'allocations']), await watchLabels(stores.orders, ['orders'])];
  const balancer = startBalancer(['gateway', 'gateway-2'].map((name) => processNamed(system, name)));
  const loads = [
    startSteadyLoad({ balancer, key: shop.key, skus: SKUS, perSecond: PER_SECOND }),
    startOrderLives({ balancer, key: shop.key, skus: SKUS, scarce: SCARCE, clerks: 2 }),
  ];
  try {
    await goesOn(loads);
    await runLater('apps/cli/src/main.ts', 'migrate', '--rate', '100');
    for (const names of ROUNDS) {
      for (const name of names) upgraded.add(name);
      await Promise.all(names.map((name) => restart(system, name)));
      await goesOn(loads);
    }
    for (const names of ROUNDS) {
      for (const name of names) upgraded.delete(name);
      await Promise.all(names.map((name) => restart(system, name)));
      await goesOn(loads);
    }
  } finally {
    const faults = await Promise.all(loads.map((load) => load.stop()));
    await balancer.stop();
    expect(faults.flat()).toEqual([]);
  }

  await eventually(async () => expect(await system.differences()).toEqual([]), { withinMs: 30_000, everyMs: 1_000 });
  await runLater('tools/verify/src/main.ts');
  expect((await Promise.all(watches.map((watch) => watch.lost()))).flat()).toEqual([]);
  await Promise.all(watches.map((watch) => watch.stop()));
  expect(rewrittenOf(watches)).toEqual(PREVIOUS_RELEASE === undefined ? ALL_LABELS : NO_LABELS);
  await expectWholeEvents();
}, 900_000);

/** The labels that documents of each collection had when they were written again. */
function rewrittenOf(watches: readonly LabelWatch[]): Record<string, Set<string>> {
  const collections = watches.flatMap(({ seen }) => [...seen]);
  const labels = collections.map(([name, documents]): [string, Set<string>] => {
    const rewritten = [...documents.values()].filter(({ writes }) => writes > 0);
    return [name, new Set(rewritten.map(({ label }) => label))];
  });
  return Object.fromEntries(labels);
}

interface Message {
  readonly topic: string;
  readonly value: string;
}

/** Each event is in the feed and at the subscriber as its publisher wrote it, whichever release passed it on. */
async function expectWholeEvents(): Promise<void> {
  const written = new Map<string, unknown>();
  for (const { db } of Object.values(stores)) {
    const ofTenant = { tenant: tenantKey(tenant.tenant) };
    const rows = await db.collection<Message>('outbox').find(ofTenant).toArray();
    const blocks = await db.collection<{ readonly rows: readonly Message[] }>('outbox_blocks').find(ofTenant).toArray();
    for (const { topic, value } of [...rows, ...blocks.flatMap((block) => block.rows)]) {
      const event: { id: string } = JSON.parse(value);
      if (EVENT_TOPICS.some((name) => topic.endsWith(name))) written.set(event.id, event);
    }
  }
  const isLabelled = [...written.values()].some((event) => JSON.stringify(event).includes(LABELS.created));
  expect(isLabelled).toBe(PREVIOUS_RELEASE === undefined);

  await eventually(
    async () => {
      const fed = new Map<string, unknown>((await tenant.shop.events()).map((event) => [event.id, event]));
      const delivered = new Map(tenant.subscriber.deliveries.map(({ rawBody, event }) => [event.id, JSON.parse(rawBody)]));
      for (const [id, event] of written) expect([fed.get(id), delivered.get(id)]).toEqual([event, event]);
    },
    { withinMs: 30_000, everyMs: 500 },
  );
}

test('a process that is frozen is passed by within seconds, while another of its service runs', async () => {
  const { baseUrl } = processNamed(system, 'gateway');
  const { pid } = processNamed(system, 'scans-2');
  if (pid === undefined) throw new Error('scans-2 is no process of ours');
  const read = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${tenant.shop.key}` };
    const answer = await fetch(`${baseUrl}/v1/scans?limit=1`, { headers, signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status;
  };
  process.kill(pid, 'SIGSTOP');
  try {
    await eventually(
      async () => {
        for (let times = 0; times < 20; times += 1) expect(await read()).toBe(200);
      },
      { withinMs: 20_000 },
    );
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});
