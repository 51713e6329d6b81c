import { PROCESSES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  median,
  seconds,
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { WELL_FOR_MS, wellAgain } from './recovery.ts';
import type { Fault } from './storm/fault.ts';
import { hang, kill, slow } from './storm/faults.ts';

/** The faults, in turn, and the time after each. */
export interface DegradedPlan {
  readonly faults: readonly Fault[];
  readonly restMs: number;
}

/** All that can be hit. */
export const COMPONENTS: readonly string[] = ['kafka', 'mongodb', 'redis', ...PROCESSES];
const FAULT_S = 10;
const REST_MS = 5_000;
/** From one request of a kind to the next. */
const SPACING_MS = 100;

/** Makes each component slow, hang and end, one after the other, and tells what a client sees of it. */
export const degraded: Drill = {
  meaning: 'each component slow, hung and killed in turn; how reads, writes and deliveries fare',
  run: async (context) => {
    const { only } = context;
    const faults = COMPONENTS.filter((name) => only === undefined || name === only).flatMap((name) => [
      slow(name, FAULT_S),
      hang(name, FAULT_S),
      kill(name),
    ]);
    return withDrilledSystem(context, async (system) => asTable(await degrade(system, { faults, restMs: REST_MS }, context)));
  },
};

/** The answers to the requests of one kind that were sent from the beginning of a fault until everything was well again. */
interface Answers {
  /** How many had each status; 0 is none within a minute, or a broken connection. */
  readonly byStatus: ReadonlyMap<number, number>;
  readonly medianMs: number;
  readonly longestMs: number;
}

export interface Degraded {
  readonly fault: string;
  readonly answers: Readonly<Record<Kind, Answers>>;
  /** Milliseconds from an event to its delivery, the longest of those of this time. */
  readonly longestDeliveryMs: number;
  /** Milliseconds from the end of the fault until everything is well again. */
  readonly wellAfterMs: number;
}

const REQUESTS = {
  'read a SKU': (client: Client) => client.send('GET', '/inventory/MUG'),
  'adjust it': (client: Client) => client.send('POST', '/inventory/MUG/adjustments', { delta: 1, reason: 'found' }),
  'create an order': (client: Client) => client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] }),
  'record a scan': (client: Client) => client.send('POST', '/scans', { barcode: '4006381333931' }),
} as const;

type Kind = keyof typeof REQUESTS;
const KINDS = ['read a SKU', 'adjust it', 'create an order', 'record a scan'] as const satisfies readonly Kind[];

/** @throws Error where the system does not become well again, or the stores differ at the end. */
export async function degrade(
  system: DrilledSystem,
  { faults, restMs }: DegradedPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<readonly Degraded[]> {
  const client = await system.newClient();
  await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  const lags: Lag[] = [];
  const received = await system.subscribe(client, (body) => lags.push(lagOf(body)));
  const found: Degraded[] = [];
  await wellAgain(client, received);
  for (const fault of faults) {
    signal.throwIfAborted();
    const beganAt = Date.now();
    const clients = watchedClients(client);
    await fault.plant(system, signal);
    const over = performance.now();
    await wellAgain(client, received);
    const wellAfterMs = Math.max(0, performance.now() - over - WELL_FOR_MS);
    const endedAt = Date.now();
    const answers = await clients.stop();
    const during = lags.splice(0).filter(({ at }) => at >= beganAt && at <= endedAt);
    const longestDeliveryMs = Math.max(0, ...during.map(({ ms }) => ms));
    found.push({ fault: fault.name, answers, longestDeliveryMs, wellAfterMs });
    progress(`${fault.name}: well again after ${seconds(wellAfterMs)} s`);
    await delay(restMs, signal);
  }
  await system.verify();
  return found;
}

interface Lag {
  /** Unix milliseconds of the event. */
  readonly at: number;
  readonly ms: number;
}

function lagOf(body: string): Lag {
  const { created_at: createdAt }: { created_at: string } = JSON.parse(body);
  const at = Date.parse(createdAt);
  return { at, ms: Date.now() - at };
}

interface Sent {
  readonly kind: Kind;
  readonly status: number;
  readonly ms: number;
}

function answersOf(kind: Kind, sent: readonly Sent[]): Answers {
  const own = sent.filter((each) => each.kind === kind);
  const times = own.map(({ ms }) => ms);
  const byStatus = new Map([...Map.groupBy(own, ({ status }) => status)].map(([status, of]) => [status, of.length]));
  return { byStatus, medianMs: median(times), longestMs: Math.max(0, ...times) };
}

/** Sends a request of each kind after the other, until it is stopped; those under way are waited for. */
function watchedClients(client: Client) {
  const sent: Sent[] = [];
  const busy = KINDS.map((kind) =>
    keepBusy(1, async () => {
      const { status, ms } = await REQUESTS[kind](client);
      sent.push({ kind, status, ms });
      await delay(SPACING_MS);
    }),
  );
  return {
    stop: async (): Promise<Degraded['answers']> => {
      await Promise.all(busy.map((each) => each.stop()));
      return {
        'read a SKU': answersOf('read a SKU', sent),
        'adjust it': answersOf('adjust it', sent),
        'create an order': answersOf('create an order', sent),
        'record a scan': answersOf('record a scan', sent),
      };
    },
  };
}

function asTable(found: readonly Degraded[]): string {
  const head = ['fault', ...KINDS, 'longest delivery, s', 'well again after, s'];
  const rows = found.map(({ fault, answers, longestDeliveryMs, wellAfterMs }) => [
    fault,
    ...KINDS.map((kind) => cellOf(answers[kind])),
    seconds(longestDeliveryMs),
    seconds(wellAfterMs),
  ]);
  return table(head, rows);
}

function cellOf({ byStatus, medianMs, longestMs }: Answers): string {
  const counts = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status || 'no answer'}`);
  return `${counts.join(', ')}; median ${Math.round(medianMs)} ms, longest ${seconds(longestMs)} s`;
}
