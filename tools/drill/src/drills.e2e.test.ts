import { spawnSync } from 'node:child_process';
import { patient } from '@fulfilment/testing';
import { beforeAll, expect, test } from 'vitest';
import { ALARMING_FAULTS } from './alerts/alarming-faults.ts';
import { alarm } from './alerts/alerts.ts';
import { attack, ATTACKED, type Attacked, type AttacksPlan } from './attacks.ts';
import { degrade } from './degraded.ts';
import { type DrilledSetup, type DrilledSystem, startDrilledSystem } from './drilled-system.ts';
import { hangReceivers } from './hanging.ts';
import { attacksOf, ORDINARY } from './hostile-requests.ts';
import { type IntakePlan, storeBacklog } from './intake.ts';
import { type LanePlan, workOff } from './lane.ts';
import { onLargeOrders } from './large-orders.ts';
import { dearestRequests } from './neighbours/dearest-requests.ts';
import { liveBeside } from './neighbours/neighbours.ts';
import type { NeighbourSizes } from './neighbours/neighbour.ts';
import { measurePrices } from './neighbours/prices.ts';
import { freezeKafka, type OutagePlan } from './outage.ts';
import { measurePartitions, type PartitionsPlan } from './partitions.ts';
import { killEach } from './recovery.ts';
import { type RestorePlan, restoreSnapshot } from './restore.ts';
import { measureScaling, type ScalingPlan } from './scaling.ts';
import { slow } from './storm/faults.ts';
import { type StormPlan, weather } from './storm/storm.ts';

// Every drill ends with `verify`, and throws where the stores differ.
const BACKLOG: IntakePlan = { tenants: 6, warmUp: 5, events: 50 };
const LANE: LanePlan = { orders: 12, skus: 3 };
const ORDERS: PartitionsPlan = { idleMs: 200, orders: 5 };
const RESTORE: RestorePlan = { clients: 2, orders: 6, lostOrders: 3 };
const SCALING: ScalingPlan = { clients: 2, times: { order: 2, scan: 2, read: 2 } };
const NEIGHBOUR: NeighbourSizes = { skus: 200, places: 30, largeOrders: 1, endpoints: 1 };
/** Some of each kind: a page, a step that uses its order up, a batch, a file, and the account's own. */
const DEAR = ['listOrders', 'shipOrder', 'createScans', 'exportOrders', 'testWebhook'].flatMap((id) =>
  dearestRequests(id).slice(-1),
);
const PRICED = [
  ...dearestRequests('createOrder').filter(({ shape }) => ['the sample', 'the most items'].includes(shape)),
  ...dearestRequests('createScans').filter(({ shape }) => shape === 'the most items'),
  ...dearestRequests('checkIntegrity'),
];
const OUTAGE: OutagePlan = { warmUpMs: 500, awayMs: 6_000, createsPerSecond: 10 };
/** Ten faults in some 25 s, among them a kill, a hang and a slow time, a step of a clock, and all that a network does. */
const STORM: StormPlan = { forMs: 240_000, most: 10, seed: 207_261, clients: { loaded: 2, others: 1 }, pauseMs: 100 };
const STORM_KINDS = ['kill', 'hang', 'slow', 'step-down', 'cut', 'reset', 'half-open', 'silent', 'lossy', 'clock'];
const ATTACKS: AttacksPlan = {
  beforeMs: 200,
  duringMs: 800,
  pauseMs: 0,
  attacks: [
    ...attacksOf({
      strangeMembers: 100_000,
      unreadAnswers: 20,
      signIns: 84,
      imports: 60,
      slowExports: 20,
      slowExportedSkus: 400,
      exports: 6,
      exportedSkus: 400,
      metadataPairs: 75_000,
      eventFilters: 500_000,
      scans: 330_000,
      wideBatches: 8,
      wideItems: 400,
      places: 50,
      pipelined: 1_600,
      unsentBodies: 64,
    }),
    ...onLargeOrders({ orders: 10, linesOfOrder: 200, readers: 12, slowReaders: 40 }),
  ],
};
/** The answers to each attack, in turn; none where they are not read. */
const EXPECTED = [
  [413],
  [],
  [401, 429, 503],
  [],
  [],
  [200, 429],
  [400, 429],
  [413, 429],
  [422, 429],
  [200, 429],
  [401, 429],
  [401, 429],
  [],
  [200, 429],
  [200, 429],
  [],
];
/** A refusal lists a hundred faults at most. */
const REFUSAL_BYTES = 4_096;
/** Half of it is the heap of a process that has just started, which grows under any load. */
const GROWN_MIB = 250;

let system: DrilledSystem;
const quiet = { progress: () => undefined, signal: new AbortController().signal };

/** Two processes of a service are what several drills are about; each drill works in tenants of its own. */
const SETUP: DrilledSetup = {
  env: { KAFKA_PARTITIONS: '24', ...ATTACKED },
  scale: { webhooks: 2 },
  isWired: true,
  // Of the run, as its other systems run them.
  bundlesDir: process.env['TEST_BUNDLES'] || undefined,
};

beforeAll(async () => {
  system = await startDrilledSystem(quiet, SETUP);
  return () => system.stop();
});

test('partitions: orders pass, and their events are delivered', async () => {
  const { createdMs, deliveredMs } = await measurePartitions(system, ORDERS, quiet);

  expect(createdMs).toHaveLength(ORDERS.orders);
  expect(deliveredMs).toHaveLength(ORDERS.orders);
});

test('intake: a backlog is stored, each event once', async () => {
  expect(system.processes().filter(({ name }) => name.startsWith('webhooks'))).toHaveLength(2);
  const { stored } = await storeBacklog(system, BACKLOG, quiet);

  expect(stored).toBe(BACKLOG.tenants * (BACKLOG.warmUp + BACKLOG.events));
});

test('lane: a backlog of one tenant is allocated, packed and shipped while the other services stand still', async () => {
  const steps = await workOff(system, LANE, quiet);

  expect(steps.map(({ step }) => step)).toEqual(['allocate', 'pack', 'ship']);
});

test('hanging: every event reaches the healthy endpoint while others hang', async () => {
  const plan = { tenants: 3, endpointsOfTenant: 10, held: 20, watchMs: 500 };
  const { before, during, after, held } = await hangReceivers(system, plan, quiet);

  expect(held).toBeGreaterThanOrEqual(plan.held);
  expect([before.length, during.length, after.length]).toEqual([10, 10, 10]);
});

test('restore: orders of the snapshot are there, later ones are not, and work goes on', async () => {
  const { before, after, kept, lost, missed } = await restoreSnapshot(system, RESTORE, quiet);

  expect(before).toBeGreaterThanOrEqual(RESTORE.orders);
  expect(after).toBeGreaterThanOrEqual(RESTORE.lostOrders);
  expect(kept).toBe(before);
  expect(lost).toBeGreaterThan(0);
  expect(missed).toBe(0);
});

test(
  'storm: after each fault every tenant creates orders again, and at the end nothing differs',
  { timeout: patient(300_000) },
  async () => {
    const { weathered, violations } = await weather(system, STORM, quiet);

    const kinds = weathered.flatMap(({ fault }) => fault.split(', ').map((each) => each.split(' ')[0]));
    expect(new Set(kinds)).toEqual(new Set(STORM_KINDS));
    expect(weathered).toHaveLength(STORM.most);
    expect(violations).toEqual([]);
  },
);

/** Debian's package `prometheus`. */
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

test.skipIf(!hasPrometheus)('alerts: Prometheus tells of each fault by its alert, and of none without one', async () => {
  const faults = ALARMING_FAULTS.filter(({ id }) => ['redis', 'job'].includes(id));
  // Waits of a minute are 12 s here, longer than all that is quiet; the tests of the rules hold them as they are.
  const { quiet: fired, outcomes } = await alarm(system, { quietMs: 3_000, faults, everySeconds: 1, timesSooner: 5 }, quiet);

  expect(fired).not.toContainEqual(expect.stringContaining('critical'));
  expect(outcomes.map(({ fault, alert }) => [fault.id, alert])).toEqual([
    ['redis', 'RateLimitDegraded (warning)'],
    ['job', 'JobFailed (warning)'],
  ]);
  expect(outcomes.map(({ afterMs = 0 }) => afterMs > 0)).toEqual([true, true]);
});

test('degraded: while a component is slow, clients are answered, and all of it is told', async () => {
  const [found] = await degrade(system, { faults: [slow('redis', 1)], restMs: 100 }, quiet);

  expect(found?.fault).toBe('slow redis 1 s');
  expect(Object.values(found?.answers ?? {}).map(({ byStatus }) => [...byStatus.keys()])).toEqual([[200], [201], [201], [201]]);
  expect(found?.longestDeliveryMs).toBeGreaterThan(0);
});

test('recovery: a process that was killed is back, and all that clients do succeeds again', async () => {
  expect([...(await killEach(system, { killed: ['redis'], restMs: 500 }, quiet)).keys()]).toEqual(['redis']);
});

test('attacks: no request of another tenant fails, refusals are small, and no process grows without bounds', async () => {
  const attacked = await attack(system, ATTACKS, quiet);

  expect(attacked).toHaveLength(EXPECTED.length);
  expect(attacked.flatMap(faultsOf)).toEqual([]);
});

test('neighbours: while one tenant does the dearest that operations allow, no request of another fails', async () => {
  const times = { aloneMs: 200, glanceMs: 600, lookMs: 200 };
  const plan = { requests: DEAR, ...times, atOnce: 4, ordersForSteps: 2, limit: ORDINARY, sizes: NEIGHBOUR };
  const beside = await liveBeside(system, plan, quiet);

  expect(beside.map(({ request: { operation } }) => operation.id)).toEqual(DEAR.map(({ operation }) => operation.id));
  expect(beside.map(({ alone, during }) => alone.failed + during.failed)).toEqual(DEAR.map(() => 0));
  const served = beside.map(({ statuses }) => [...statuses.keys()].some((status) => status >= 200 && status < 300));
  expect(served).toEqual(DEAR.map(() => true));
  expect(beside[0]?.during.ms.get('reads a SKU')?.length).toBeGreaterThan(0);
});

test('prices: the work of each shape is counted beside its tokens, which grow with its lines and items', async () => {
  const measured = await measurePrices(system, { requests: PRICED, mostTimes: 1, sizes: NEIGHBOUR }, quiet);

  expect(measured.map(({ request: { operation, shape } }) => [operation.id, shape])).toEqual(
    PRICED.map(({ operation, shape }) => [operation.id, shape]),
  );
  const [ordinary, long, scans, integrity] = measured.map(({ tokens }) => tokens);
  expect([ordinary, scans, integrity]).toEqual([1, 100, 1]);
  expect(long).toBe(4);
  expect(measured[1]?.cpuMs['inventory']).toBeGreaterThan(0);
});

test('scaling: orders, scans and reads are done by all processes, and the work of each part is counted', async () => {
  const costs = await measureScaling(system, SCALING, quiet);

  expect(costs.map(({ unit, count }) => [unit, count])).toEqual([
    ['order', 4],
    ['scan', 4],
    ['read', 4],
  ]);
  expect(costs[0]?.cpuSeconds['mongodb']).toBeGreaterThan(0);
});

test('outage: while Kafka is away orders are taken and others read, and its backlog drains', async () => {
  const { creates, unanswered, reads, backlog } = await freezeKafka(system, OUTAGE, quiet);

  expect(new Set(creates.keys())).toEqual(new Set(['201', '202']));
  expect(unanswered).toBe(0);
  expect(backlog).toBeGreaterThan(0);
  expect(reads.length).toBeGreaterThan(0);
  expect(new Set(reads)).toEqual(new Set([200]));
});

function faultsOf({ name, before, during, answers, grownMiB }: Attacked, at: number): readonly string[] {
  const expected = EXPECTED[at] ?? [];
  const seen = [...answers.statuses.keys()];
  const grown = Math.max(...grownMiB.values());
  const work = [...before.values(), ...during.values()];
  const failed = work.reduce((sum, each) => sum + each.failed, 0);
  return [
    ...(work.some(({ ms }) => ms.length === 0) ? ['no request of another tenant'] : []),
    ...(failed > 0 ? [`${failed} requests of another tenant failed`] : []),
    ...seen.filter((status) => !expected.includes(status)).map((status) => `answered with ${status}`),
    ...(seen.length === 0 && expected.length > 0 ? ['not answered at all'] : []),
    ...(answers.mostRefusedBytes > REFUSAL_BYTES ? [`a refusal has ${answers.mostRefusedBytes} bytes`] : []),
    ...(grown > GROWN_MIB ? [`a process grew by ${grown.toFixed(0)} MiB`] : []),
  ].map((fault) => `${name}: ${fault}`);
}
