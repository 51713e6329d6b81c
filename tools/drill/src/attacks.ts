import { delay } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  median,
  quantile,
  residentBytes,
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { Answers, type AttackSizes, attacksOf } from './hostile-requests.ts';

const READ_EVERY_MS = 50;
const SERVICES = ['gateway', 'inventory', 'orders', 'scans', 'webhooks'] as const;
const MEBIBYTE = 2 ** 20;

/** Attacks, and how long each lasts. */
export interface AttacksPlan {
  readonly beforeMs: number;
  readonly duringMs: number;
  /** After each, before the next. */
  readonly pauseMs: number;
  readonly sizes: AttackSizes;
}

const FULL: AttacksPlan = {
  beforeMs: 3_000,
  duringMs: 15_000,
  pauseMs: 2_000,
  sizes: {
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
  },
};

/** The clients of the attacks name their addresses themselves. */
export const ATTACKED = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } as const;

/** Sends what a hostile client could, and reads as another tenant before and during each. */
export const attacks: Drill = {
  meaning: 'hostile requests; reads of another tenant and memory before and during each',
  run: (context) => withDrilledSystem(context, async (system) => asTable(await attack(system, FULL, context)), { env: ATTACKED }),
};

/** How an attack fared. */
export interface Attacked {
  readonly name: string;
  readonly before: Reads;
  readonly during: Reads;
  /** MiB by which the memory of each service grew at most. */
  readonly grownMiB: ReadonlyMap<string, number>;
  readonly answers: Answers;
}

/** Sends every attack, one after the other. @throws Error where the stores differ afterwards. */
export async function attack(
  system: DrilledSystem,
  { beforeMs, duringMs, pauseMs, sizes }: AttacksPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<readonly Attacked[]> {
  const other = await system.newClient();
  await other.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1 });
  const done: Attacked[] = [];
  for (const { name, begin } of attacksOf(sizes)) {
    signal.throwIfAborted();
    const before = await readFor(other, beforeMs);
    const memory = await watchMemory(system);
    const answers = new Answers();
    const under = await begin(system, answers);
    const during = await readFor(other, duringMs);
    await under.stop();
    const attacked = { name, before, during, grownMiB: await memory.stop(), answers };
    progress(rowOf(attacked).join(' | '));
    done.push(attacked);
    await delay(pauseMs, signal);
  }
  await system.verify();
  return done;
}

function asTable(all: readonly Attacked[]): string {
  const head = [
    'attack',
    'median read of another tenant',
    'times',
    '95 % of them',
    'of its reads failed',
    'memory at most, MiB more',
  ];
  return table(head, all.map(rowOf));
}

function rowOf({ name, before, during, grownMiB }: Attacked): readonly string[] {
  const [calm, under] = [median(before.times), median(during.times)];
  return [
    name,
    `${calm.toFixed(1)} → ${under.toFixed(1)} ms`,
    (under / calm).toFixed(1),
    `${quantile(before.times, 0.95).toFixed(1)} → ${quantile(during.times, 0.95).toFixed(1)} ms`,
    `${during.failed} of ${during.times.length}`,
    Array.from(grownMiB, ([service, grown]) => `${service} ${grown.toFixed(0)}`).join(', '),
  ];
}

/** Reads of another tenant. */
interface Reads {
  /** Milliseconds of each. */
  readonly times: readonly number[];
  readonly failed: number;
}

async function readFor(client: Client, ms: number): Promise<Reads> {
  const times: number[] = [];
  let failed = 0;
  for (const began = performance.now(); performance.now() - began < ms; await delay(READ_EVERY_MS)) {
    const answer = await client.send('GET', '/inventory?limit=1');
    times.push(answer.ms);
    if (answer.status !== 200) failed += 1;
  }
  return { times, failed };
}

/** @returns whose stop tells by how many MiB the resident memory of each service grew at most. */
async function watchMemory(system: DrilledSystem) {
  const measure = () => Promise.all(SERVICES.map((name) => residentBytes(system.process(name).pid)));
  const before = await measure();
  const most = [...before];
  const watching = keepBusy(1, async () => {
    for (const [at, bytes] of (await measure()).entries()) most[at] = Math.max(most[at] ?? 0, bytes);
    await delay(100);
  });
  return {
    stop: async (): Promise<ReadonlyMap<string, number>> => {
      await watching.stop();
      return new Map(SERVICES.map((name, at) => [name, ((most[at] ?? 0) - (before[at] ?? 0)) / MEBIBYTE]));
    },
  };
}
