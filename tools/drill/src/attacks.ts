import { delay } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  median,
  percentile95,
  residentBytes,
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { Answers, type AttackSizes, attacksOf } from './hostile-requests.ts';

const SEND_EVERY_MS = 50;
const SERVICES = ['gateway', 'inventory', 'orders', 'webhooks'] as const;
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
    pipelined: 1_600,
    unsentBodies: 256,
  },
};

/** The clients of the attacks name their addresses themselves. */
export const ATTACKED = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } as const;

/** Sends what a hostile client could, and asks as another tenant before and during each. */
export const attacks: Drill = {
  meaning: 'hostile requests; reads or creates of another tenant and memory before and during each',
  run: (context) => withDrilledSystem(context, async (system) => asTable(await attack(system, FULL, context)), { env: ATTACKED }),
};

/** How an attack fared. */
export interface Attacked {
  readonly name: string;
  readonly before: Requests;
  readonly during: Requests;
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
  await other.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  const done: Attacked[] = [];
  for (const { name, beside = 'read', begin } of attacksOf(sizes)) {
    signal.throwIfAborted();
    const before = await sendFor(beforeMs, () => WORK[beside](other));
    const memory = await watchMemory(system);
    const answers = new Answers();
    const under = await begin(system, answers);
    const during = await sendFor(duringMs, () => WORK[beside](other));
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
    'median of another tenant',
    'times',
    '95 %',
    'times',
    'of its requests failed',
    'memory at most, MiB more',
  ];
  return table(head, all.map(rowOf));
}

function rowOf({ name, before, during, grownMiB }: Attacked): readonly string[] {
  return [
    name,
    ...change(median(before.times), median(during.times)),
    ...change(percentile95(before.times), percentile95(during.times)),
    `${during.failed} of ${during.times.length}`,
    Array.from(grownMiB, ([service, grown]) => `${service} ${grown.toFixed(0)}`).join(', '),
  ];
}

function change(calm: number, under: number): readonly [string, string] {
  return [`${calm.toFixed(1)} → ${under.toFixed(1)} ms`, (under / calm).toFixed(1)];
}

/** The requests of another tenant beside an attack. */
const WORK = {
  read: (client: Client) => client.send('GET', '/inventory?limit=1'),
  create: (client: Client) => client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] }),
} as const;

/** Requests of another tenant. */
interface Requests {
  /** Milliseconds of each. */
  readonly times: readonly number[];
  readonly failed: number;
}

async function sendFor(ms: number, send: () => ReturnType<Client['send']>): Promise<Requests> {
  const times: number[] = [];
  let failed = 0;
  for (const began = performance.now(); performance.now() - began < ms; await delay(SEND_EVERY_MS)) {
    const answer = await send();
    times.push(answer.ms);
    if (answer.status < 200 || answer.status > 299) failed += 1;
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
