import { PROCESSES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { cpuSeconds, type Drill, type DrillContext, type DrilledSystem, table, withDrilledSystem } from '../drilled-system.ts';
import { settled } from '../scaling.ts';
import { dearestRequests, type DearRequest, PRICED_OPERATIONS } from './dearest-requests.ts';
import { moveIn, type Neighbour, type NeighbourSizes } from './neighbour.ts';

const ENGINES = ['kafka', 'mongodb', 'redis'] as const;
const PARTS = [...PROCESSES, ...ENGINES];
/** CPU is counted in hundredths of a second: a shape is repeated until it has this much. */
const ENOUGH_SECONDS = 0.4;

/** The requests whose cost is measured, and how often each at most. */
export interface PricesPlan {
  readonly requests: readonly DearRequest[];
  readonly mostTimes: number;
  readonly sizes: NeighbourSizes;
}

/** The cost of a request: CPU in ms of all parts until its last effect was delivered, and the tokens that it was charged. */
export interface MeasuredPrice {
  readonly request: DearRequest;
  readonly times: number;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly tokens: number;
}

const SIZES: NeighbourSizes = { skus: 1_000, places: 990, largeOrders: 60, endpoints: 1 };

/** Measures the CPU of each operation as what it is about grows, and sets the tokens beside it that it is charged. */
export const prices: Drill = {
  meaning: 'CPU of each operation in its dearest shapes, beside the tokens that it is charged',
  targets: PRICED_OPERATIONS.map(({ id }) => id),
  run: (context) =>
    withDrilledSystem(context, async (system) => {
      const requests = dearestRequests(context.only);
      return asTable(await measurePrices(system, { requests, mostTimes: 60, sizes: SIZES }, context));
    }),
};

/** @throws Error where the stores differ afterwards. */
export async function measurePrices(
  system: DrilledSystem,
  { requests, mostTimes, sizes }: PricesPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<readonly MeasuredPrice[]> {
  const neighbour = await moveIn(system, sizes);
  try {
    await settled(system, signal);
    const idle = await idleCpuPerSecond(system);
    const measured: MeasuredPrice[] = [];
    for (const request of requests) {
      signal.throwIfAborted();
      const price = await measure({ system, neighbour, idle, signal }, request, mostTimes);
      progress(rowOf(price).join(' | '));
      measured.push(price);
    }
    await system.verify();
    return measured;
  } finally {
    await neighbour.stop();
  }
}

interface Measuring {
  readonly system: DrilledSystem;
  readonly neighbour: Neighbour;
  /** CPU of each part in a second in which nothing is asked. */
  readonly idle: readonly number[];
  readonly signal: AbortSignal;
}

/** Orders that are made for a step which ends them. */
const STOCKED = 6;

async function measure(
  { system, neighbour, idle, signal }: Measuring,
  request: DearRequest,
  most: number,
): Promise<MeasuredPrice> {
  const stocked = await neighbour.stockUp(request, STOCKED);
  // The first one of a kind compiles what it needs.
  await neighbour.send(request);
  await settled(system, signal);
  const before = { cpu: await cpuOf(system), tokens: await chargedTokens(system), at: performance.now() };
  const spent = async (): Promise<readonly number[]> => minus(await cpuOf(system), before.cpu);
  const statuses = new Map<number, number>();
  let times = 0;
  do {
    const { status } = await neighbour.send(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    times += 1;
  } while (times < Math.min(most, stocked - 1) && (await spent()).reduce((sum, each) => sum + each, 0) < ENOUGH_SECONDS);
  await settled(system, signal);
  const seconds = (performance.now() - before.at) / 1_000;
  const cpu = minus(
    await spent(),
    idle.map((each) => each * seconds),
  );
  const tokens = 1 + ((await chargedTokens(system)) - before.tokens) / times;
  const cpuMs = Object.fromEntries(PARTS.map((part, at) => [part, (Math.max(0, cpu[at] ?? 0) * 1_000) / times]));
  return { request, times, statuses, cpuMs, tokens };
}

const minus = (values: readonly number[], others: readonly number[]): readonly number[] =>
  values.map((each, at) => each - (others[at] ?? 0));

/** Seconds of CPU of each part. */
function cpuOf(system: DrilledSystem): Promise<readonly number[]> {
  const all = system.processes();
  return Promise.all(PARTS.map((part) => cpuSeconds(all.filter(({ name }) => name === part || name.startsWith(`${part}-`)))));
}

const IDLE_MS = 3_000;

async function idleCpuPerSecond(system: DrilledSystem): Promise<readonly number[]> {
  const before = await cpuOf(system);
  await delay(IDLE_MS);
  return minus(await cpuOf(system), before).map((each) => each / (IDLE_MS / 1_000));
}

/** Tokens beyond the one of each request that the gateways have charged to keys. */
async function chargedTokens(system: DrilledSystem): Promise<number> {
  const gateways = system.processes().filter(({ name }) => name === 'gateway' || name.startsWith('gateway-'));
  const texts = await Promise.all(
    gateways.map(async ({ internalPort }) => (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()),
  );
  const charged = texts.flatMap((text) => [...text.matchAll(/^\w*rate_limit_charged_tokens_total\{.*bucket="key".*\} (\d+)$/gm)]);
  return charged.reduce((sum, [, count]) => sum + Number(count), 0);
}

function asTable(all: readonly MeasuredPrice[]): string {
  return table(['operation', 'shape', 'answers', 'tokens', 'CPU, ms', 'of it for a token', ...PARTS], all.map(rowOf));
}

function rowOf({ request: { operation, shape }, statuses, cpuMs, tokens }: MeasuredPrice): readonly string[] {
  const all = Object.values(cpuMs).reduce((sum, each) => sum + each, 0);
  const answers = Array.from(statuses, ([status, count]) => `${count} × ${status}`).join(', ');
  const shown = [tokens, all, all / tokens, ...PARTS.map((part) => cpuMs[part] ?? 0)];
  return [operation.id, shape, answers, ...shown.map((each) => each.toFixed(1))];
}
