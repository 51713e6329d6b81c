import { createHash } from 'node:crypto';
import type { AllocationRules } from '../../apps/inventory/src/model/sourcing.ts';
import { Clients } from './clients.ts';
import { brokenGuarantees, waitingWork } from './invariants.ts';
import { type Operation, operationsOf, type OrderWorld } from './operations.ts';
import { rulesOf } from './places.ts';
import { Processes, type Topology } from './processes.ts';
import { Random } from '@fulfilment/kernel';
import { type Chooser, type Decisions, type Odds, Scheduler } from './scheduler.ts';
import { type Bugs, System, type World } from './system.ts';
import { WebhookClients, type WebhookOperation, webhookOperationsOf } from './webhooks/webhook-clients.ts';
import { brokenWebhookGuarantees, waitingWebhookWork } from './webhooks/webhook-invariants.ts';

type Work =
  | {
      readonly world: OrderWorld;
      readonly operations: readonly Operation[];
      /** By which orders choose warehouses; those of a tenant that never set any where it is absent. */
      readonly rules?: AllocationRules;
    }
  | { readonly world: 'webhooks'; readonly operations: readonly WebhookOperation[] };

/** One course of events: who runs, what clients ask for, and what decides the steps. */
export type Schedule = Work & {
  readonly topology: Topology;
  readonly chooser: Chooser;
};

/** The end of a schedule. */
export interface Outcome {
  /** Guarantees that were broken; none where all is well. */
  readonly violations: readonly string[];
  /** A line for each step. */
  readonly trace: readonly string[];
  /** The decisions that were not the usual ones. */
  readonly noted: Decisions;
  /** Equal for equal courses: of the trace and of all that was published. */
  readonly digest: string;
}

/** Milliseconds of simulated time in which things fail. */
const FAULTY_MS = 12_000;
/** Milliseconds of simulated time until all is done once nothing fails any more: relays look every 30 s, and doubt for 60 s. */
const SETTLED_MS = 150_000;

const INTENSITIES: readonly Odds[] = [
  { fault: 0, disturb: 0, time: 0.05, shuffle: 0.7 },
  { fault: 0.02, disturb: 0.004, time: 0.05, shuffle: 0.5 },
  { fault: 0.05, disturb: 0.01, time: 0.1, shuffle: 0.7 },
  { fault: 0.01, disturb: 0.02, time: 0.2, shuffle: 0.3 },
  { fault: 0.01, disturb: 0.005, time: 0.5, shuffle: 0.9 },
];

/** @returns the schedule of a seed, always the same one. */
export function scheduleOf(seed: number, world: World = 'stock'): Schedule {
  const random = new Random(seed);
  const chooserWith = (odds: Odds): Chooser => ({ type: 'seed', seed: Math.floor(random.next() * 2 ** 32), odds });
  if (world === 'webhooks') {
    const topology = { orders: 0, inventory: 0, scans: 0, webhooks: 1 + random.below(2) };
    const odds = random.of(INTENSITIES);
    const operations = webhookOperationsOf(random, 4 + random.below(7));
    return { world, topology, operations, chooser: chooserWith(odds) };
  }
  const topology = { orders: 1 + random.below(2), inventory: 1 + random.below(2), scans: 1, webhooks: 0 };
  const odds = random.of(INTENSITIES);
  const operations = operationsOf(random, 3 + random.below(5), world);
  const rules = world === 'warehouses' ? { rules: rulesOf(random) } : {};
  return { world, topology, operations, ...rules, chooser: chooserWith(odds) };
}

/** Runs a schedule, one at a time in a process. */
export async function runSchedule(schedule: Schedule, bugs: Bugs = {}): Promise<Outcome> {
  const scheduler = new Scheduler(schedule.chooser);
  const giveBack = scheduler.time.install();
  try {
    const system = new System(scheduler, schedule.world, bugs);
    const processes = new Processes(system, schedule.topology);
    const violations = await course(system, partsOf(system, processes, schedule)).catch((error: unknown) => [String(error)]);
    return { violations, trace: scheduler.trace, noted: scheduler.noted, digest: digestOf(system) };
  } finally {
    giveBack();
  }
}

/** The processes of a schedule, and its world. */
interface Parts {
  readonly processes: Processes;
  readonly clients: { readonly areDone: boolean; readonly prepare: () => void };
  /** Has clients begin their work. */
  readonly start: () => void;
  readonly waiting: () => string[];
  readonly broken: () => string[] | Promise<string[]>;
}

function partsOf(system: System, processes: Processes, schedule: Schedule): Parts {
  if (schedule.world === 'webhooks') {
    const clients = new WebhookClients(processes, system);
    return {
      processes,
      clients,
      start: () => clients.start(schedule.operations),
      waiting: () => waitingWebhookWork(system),
      broken: () => brokenWebhookGuarantees(system, clients),
    };
  }
  if (schedule.rules) system.inventory.store.rules = schedule.rules;
  const clients = new Clients(processes, system);
  return {
    processes,
    clients,
    start: () => clients.start(schedule.operations),
    waiting: () => waitingWork(system),
    broken: () => brokenGuarantees(system, clients),
  };
}

async function course(system: System, { processes, clients, start, waiting: waitingNow, broken }: Parts): Promise<string[]> {
  const { scheduler } = system;
  processes.start();
  await scheduler.runUntil(() => processes.areUp);
  clients.prepare();
  await scheduler.runUntil(() => clients.areDone);

  disturbancesOf(system, processes);
  start();
  scheduler.isFaulty = true;
  const faultyUntilMs = scheduler.time.elapsedMs + FAULTY_MS;
  await scheduler.runUntil(() => clients.areDone || scheduler.time.elapsedMs > faultyUntilMs);
  scheduler.isFaulty = false;

  const isAtRest = (): boolean => clients.areDone && processes.areUp && waitingNow().length === 0;
  const settledUntilMs = scheduler.time.elapsedMs + SETTLED_MS;
  await scheduler.runUntil(() => isAtRest() || scheduler.time.elapsedMs > settledUntilMs);
  const unfinished = clients.areDone ? [] : ['no progress: clients wait for answers'];
  const waiting = [...unfinished, ...waitingNow()];
  return waiting.length > 0 ? waiting : broken();
}

function disturbancesOf({ scheduler, log }: System, processes: Processes): void {
  for (const instance of processes.instances)
    scheduler.disturbances.push({ says: `${instance} is killed`, run: () => processes.kill(instance) });
  for (const group of log.groups)
    scheduler.disturbances.push({ says: `${group} is rebalanced`, run: () => log.rebalance(group) });
}

/** Ids have digits of chance: each is taken for its place among all. */
function digestOf({ scheduler, outboxes, webhooks }: System): string {
  const places = new Map<string, number>();
  const placeOf = (id: string): string => {
    if (!places.has(id)) places.set(id, places.size);
    return `#${places.get(id)}`;
  };
  const published = outboxes.flatMap(({ messages }) => messages.map(({ topic, key, value }) => [topic, key, value]));
  const text = JSON.stringify([scheduler.trace, published, webhooks.seen.arrivals]).replaceAll(
    /[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}/g,
    placeOf,
  );
  return createHash('sha256').update(text).digest('hex');
}
