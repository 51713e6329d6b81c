import { PROCESSES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import {
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  quantile,
  residentBytes,
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { Answers, type Attack, attacksOf } from './hostile-requests.ts';
import { onLargeOrders } from './large-orders.ts';
import { type MeasuredClient, startMeasuredClient } from './measured/measured-client.ts';

const READ_EVERY_MS = 50;
const MEBIBYTE = 2 ** 20;

/** Attacks, and how long each lasts. */
export interface AttacksPlan {
  readonly beforeMs: number;
  readonly duringMs: number;
  /** Before each. */
  readonly pauseMs: number;
  readonly attacks: readonly Attack[];
}

const FULL: AttacksPlan = {
  beforeMs: 3_000,
  duringMs: 15_000,
  pauseMs: 2_000,
  attacks: [
    ...attacksOf({
      strangeMembers: 100_000,
      unreadAnswers: 40,
      signIns: 84,
      imports: 512,
      slowExports: 100,
      slowExportedSkus: 2_000,
      exports: 12,
      exportedSkus: 6_000,
      metadataPairs: 75_000,
      eventFilters: 500_000,
      scans: 330_000,
      wideBatches: 40,
      wideItems: 1_000,
      places: 1_000,
      pipelined: 1_600,
      unsentBodies: 256,
    }),
    ...onLargeOrders({ orders: 60, linesOfOrder: 200, readers: 12, slowReaders: 128 }),
  ],
};

/** The clients of the attacks name their addresses themselves. */
export const ATTACKED = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } as const;

/** Sends what a hostile client could, and asks as another tenant before and during each. */
export const attacks: Drill = {
  meaning: 'hostile requests; reads or creates of another tenant and memory before and during each',
  targets: FULL.attacks.map(({ id }) => id),
  run: (context) => {
    const { only } = context;
    const plan = { ...FULL, attacks: FULL.attacks.filter(({ id }) => only === undefined || id === only) };
    return withDrilledSystem(context, async (system) => asTable(await attack(system, plan, context)), { env: ATTACKED });
  },
};

/** How an attack fared. */
export interface Attacked {
  readonly name: string;
  /** The requests of another tenant, by what they do. */
  readonly before: ReadonlyMap<string, Times>;
  readonly during: ReadonlyMap<string, Times>;
  /** MiB by which the memory of each service grew at most. */
  readonly grownMiB: ReadonlyMap<string, number>;
  readonly answers: Answers;
}

/** Sends every attack, one after the other. @throws Error where the stores differ afterwards. */
export async function attack(
  system: DrilledSystem,
  { beforeMs, duringMs, pauseMs, attacks: all }: AttacksPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<readonly Attacked[]> {
  const other = await system.newClient();
  await other.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  for (let order = 0; order < LISTED; order += 1) await other.send('POST', '/orders', ORDER);
  const measured = await startMeasuredClient(system.baseUrl, other.headers);
  const done: Attacked[] = [];
  try {
    for (const { name, beside, prepare, begin } of all) {
      signal.throwIfAborted();
      await prepare?.(system);
      await delay(pauseMs, signal);
      const steps = beside === 'orders' ? ORDERS : READS;
      const before = await workFor(measured, beforeMs, steps);
      const memory = await watchMemory(system);
      const answers = new Answers();
      const under = await begin(system, answers);
      const during = await workFor(measured, duringMs, steps);
      await under.stop();
      const attacked = { name, before, during, grownMiB: await memory.stop(), answers };
      for (const row of rowsOf(attacked)) progress(row.join(' | '));
      done.push(attacked);
    }
  } finally {
    await measured.stop();
  }
  await system.verify();
  return done;
}

function asTable(all: readonly Attacked[]): string {
  const head = ['attack', 'another tenant', 'median', 'times', '95 %', 'times', 'failed', 'memory at most, MiB more'];
  return table(head, all.flatMap(rowsOf));
}

function rowsOf({ name, before, during, grownMiB }: Attacked): readonly (readonly string[])[] {
  return Array.from(during, ([step, { ms, failed }]) => {
    const calm = before.get(step)?.ms ?? [];
    const compared = (part: number): readonly string[] => {
      const [from, to] = [quantile(calm, part), quantile(ms, part)];
      return [`${from.toFixed(1)} → ${to.toFixed(1)} ms`, (to / from).toFixed(1)];
    };
    const grown = Array.from(grownMiB, ([service, more]) => `${service} ${more.toFixed(0)}`).join(', ');
    return [name, step, ...compared(0.5), ...compared(0.95), `${failed} of ${ms.length}`, grown];
  });
}

/** Requests of one kind of another tenant. */
interface Times {
  /** Milliseconds of each. */
  readonly ms: readonly number[];
  readonly failed: number;
}

interface Step {
  readonly name: string;
  readonly send: (client: MeasuredClient) => ReturnType<MeasuredClient['send']>;
}

/** Orders that the other tenant has to list. */
const LISTED = 50;
const ORDER = { lines: [{ sku: 'MUG', quantity: 1 }] };
const READS: readonly Step[] = [{ name: 'reads a SKU', send: (client) => client.send('GET', '/inventory?limit=1') }];
const ORDERS: readonly Step[] = [
  { name: 'lists orders', send: (client) => client.send('GET', '/orders') },
  { name: 'creates an order', send: (client) => client.send('POST', '/orders', ORDER) },
];

async function workFor(client: MeasuredClient, ms: number, steps: readonly Step[]): Promise<ReadonlyMap<string, Times>> {
  const done = new Map(steps.map(({ name }): [string, { ms: number[]; failed: number }] => [name, { ms: [], failed: 0 }]));
  for (const began = performance.now(); performance.now() - began < ms; await delay(READ_EVERY_MS)) {
    for (const { name, send } of steps) {
      const answer = await send(client);
      const times = done.get(name);
      times?.ms.push(answer.ms);
      if (times && (answer.status < 200 || answer.status >= 300)) times.failed += 1;
    }
  }
  return done;
}

/** @returns whose stop tells by how many MiB the resident memory of each service grew at most. */
async function watchMemory(system: DrilledSystem) {
  const measure = () => Promise.all(PROCESSES.map((name) => residentBytes(system.process(name).pid)));
  const before = await measure();
  const most = [...before];
  const watching = keepBusy(1, async () => {
    for (const [at, bytes] of (await measure()).entries()) most[at] = Math.max(most[at] ?? 0, bytes);
    await delay(100);
  });
  return {
    stop: async (): Promise<ReadonlyMap<string, number>> => {
      await watching.stop();
      return new Map(PROCESSES.map((name, at) => [name, ((most[at] ?? 0) - (before[at] ?? 0)) / MEBIBYTE]));
    },
  };
}
