import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import {
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  type Limit,
  quantile,
  table,
  withDrilledSystem,
} from '../drilled-system.ts';
import { startMeasuredClient } from '../measured/measured-client.ts';
import { settled } from '../scaling.ts';
import { dearestRequests, type DearRequest, PRICED_OPERATIONS } from './dearest-requests.ts';
import { moveIn, type Neighbour, type NeighbourSizes } from './neighbour.ts';

/** The requests that one tenant sends in turn, and how long each of them lasts. */
export interface NeighboursPlan {
  readonly requests: readonly DearRequest[];
  /** Milliseconds of the other tenant's work alone, before the first of them and each twelfth. */
  readonly aloneMs: number;
  /** Milliseconds of its work beside each. */
  readonly glanceMs: number;
  /** As many more beside one that seems to cost the other tenant more than it may. */
  readonly lookMs: number;
  /** Requests that are under way at once. */
  readonly atOnce: number;
  /** Orders of 200 lines that are made for a step which ends them. */
  readonly ordersForSteps: number;
  /** Of the key by which they are sent. */
  readonly limit: Limit;
  readonly sizes: NeighbourSizes;
}

const FULL: Omit<NeighboursPlan, 'requests' | 'limit'> = {
  aloneMs: 6_000,
  glanceMs: 4_000,
  lookMs: 12_000,
  atOnce: 8,
  ordersForSteps: 20,
  sizes: { skus: 1_000, places: 990, largeOrders: 60, endpoints: 10 },
};

/** Requests, one after the other, that the same time alone is held against. */
const SAME_ALONE = 12;
/** The most that the 95 % of a kind of work may grow by, as a ratio. */
const MOST_RATIO = 2;

/** The default. `npm start` has no such bound, since receivers of demonstrations stand for many. */
const BOUNDED = { WEBHOOK_TENANT_RATE: '1000' };

/** Has one tenant do the dearest that each operation allows, within the limit of its key, while another works as it does every day. */
export const neighbours: Drill = {
  meaning: 'the dearest requests of each operation by one tenant; the work of another one beside them',
  targets: PRICED_OPERATIONS.map(({ id }) => id),
  takesLimit: true,
  run: (context) =>
    withDrilledSystem(
      context,
      async (system) => {
        const requests = dearestRequests(context.only);
        return asTable(await liveBeside(system, { ...FULL, requests, limit: context.limit }, context));
      },
      { env: BOUNDED },
    ),
};

/** The milliseconds of a tenant's work, by what it does, and how much of it failed. */
interface Worked {
  readonly ms: ReadonlyMap<Work, readonly number[]>;
  readonly failed: number;
}

/** The work of a tenant beside one kind of request. */
export interface Beside {
  readonly request: DearRequest;
  /** All of its work alone until then. */
  readonly alone: Worked;
  readonly during: Worked;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** @throws Error where the stores differ afterwards. */
export async function liveBeside(
  system: DrilledSystem,
  { requests, aloneMs, glanceMs, lookMs, atOnce, ordersForSteps, limit, sizes }: NeighboursPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<readonly Beside[]> {
  const worker = await newWorker(system);
  const neighbour = await moveIn(system, sizes);
  const all: Beside[] = [];
  let alone: Worked = { ms: emptyTimes(), failed: 0 };
  try {
    // What has not run before is slower.
    await worker.work(aloneMs);
    for (const [at, request] of requests.entries()) {
      signal.throwIfAborted();
      if (at > 0) await neighbour.dropBacklog();
      await neighbour.stockUp(request, ordersForSteps);
      await settled(system, signal);
      if (at % SAME_ALONE === 0) alone = together(alone, await worker.work(aloneMs));
      const sending = await keepSending(neighbour, request, { atOnce, limit });
      let during = await worker.work(glanceMs);
      const ratios = WORK.map((work) => ratioOf({ alone, during }, work)?.ratio ?? 0);
      if (Math.max(...ratios) > MOST_RATIO) during = together(during, await worker.work(lookMs));
      const beside = { request, alone, during, statuses: await sending.stop() };
      progress(rowOf(beside).join(' | '));
      all.push(beside);
    }
    await system.verify();
    return all;
  } finally {
    await Promise.all([neighbour.stop(), worker.stop()]);
  }
}

async function keepSending(
  neighbour: Neighbour,
  request: DearRequest,
  { atOnce, limit }: Pick<NeighboursPlan, 'atOnce' | 'limit'>,
) {
  const headers = await neighbour.limitedKey(limit);
  const statuses = new Map<number, number>();
  const busy = keepBusy(atOnce, async (stopping) => {
    const { status, retryAfterMs } = await neighbour.send(request, headers);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // Refused clients come back when they were told to; `attacks` has some that do not.
    if (retryAfterMs !== undefined && status !== 202) await delay(retryAfterMs, stopping);
  });
  return {
    stop: async (): Promise<ReadonlyMap<number, number>> => {
      await busy.stop();
      return statuses;
    },
  };
}

/** Every kind of work: reads, writes, steps, events and deliveries. */
const WORK = [
  'reads a SKU',
  'lists orders',
  'adjusts',
  'creates an order',
  'packs it',
  'scans',
  'reads events',
  'has it delivered',
] as const;
type Work = (typeof WORK)[number];

const PAUSE_MS = 30;
const withId = z.looseObject({ id: z.string() });
const delivered = z.looseObject({ type: z.string(), data: z.looseObject({ external_id: z.string().nullable().optional() }) });

/** A tenant that does each kind of work in turn. */
async function newWorker(system: DrilledSystem) {
  const client = await system.newClient();
  const orderedAt = new Map<string, number>();
  let ms = emptyTimes();
  const measured = await startMeasuredClient(system.baseUrl, client.headers, (body, now) => {
    const event = delivered.safeParse(JSON.parse(body)).data;
    const at = event?.type === 'order.created' ? orderedAt.get(event.data.external_id ?? '') : undefined;
    if (at !== undefined) ms.get('has it delivered')?.push(now - at);
  });
  await system.addWebhook(client, measured.receiverUrl);
  await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  return {
    work: async (forMs: number): Promise<Worked> => {
      ms = emptyTimes();
      let failed = 0;
      const timed = async (work: Work, ...request: Parameters<typeof measured.send>) => {
        const answer = await measured.send(...request);
        ms.get(work)?.push(answer.ms);
        if (answer.status < 200 || answer.status > 299) failed += 1;
        await delay(PAUSE_MS);
        return withId.safeParse(answer.text.startsWith('{"id"') ? JSON.parse(answer.text) : undefined).data?.id;
      };
      for (const began = performance.now(); performance.now() - began < forMs;) {
        await timed('reads a SKU', 'GET', '/inventory/MUG');
        await timed('lists orders', 'GET', '/orders');
        await timed('adjusts', 'POST', '/inventory/MUG/adjustments', { delta: 1, reason: 'found' });
        const order = { external_id: `shop-${orderedAt.size}`, lines: [{ sku: 'MUG', quantity: 1 }] };
        // A request that waits for the thread would begin later than this.
        orderedAt.set(order.external_id, performance.timeOrigin + performance.now());
        const id = await timed('creates an order', 'POST', '/orders', order);
        if (id !== undefined) await timed('packs it', 'POST', `/orders/${id}/pack`);
        await timed('scans', 'POST', '/scans', { barcode: '4006381333931', type: 'lookup' });
        await timed('reads events', 'GET', '/events?limit=20');
      }
      return { ms, failed };
    },
    stop: measured.stop,
  };
}

const emptyTimes = (): Map<Work, number[]> => new Map(WORK.map((work) => [work, []]));

function asTable(all: readonly Beside[]): string {
  const alone = WORK.map((work) => all.at(-1)?.alone.ms.get(work) ?? []);
  const rows = ([0.5, 0.95] as const).map((part) => [`${part * 100} %, ms`, ...alone.map((ms) => quantile(ms, part).toFixed(0))]);
  return [table(['alone', ...WORK], rows), table(['operation', 'shape', 'answers', ...WORK, 'failed'], all.map(rowOf))].join(
    '\n\n',
  );
}

function together(one: Worked, other: Worked): Worked {
  const ms = new Map(WORK.map((work) => [work, [one, other].flatMap((each) => each.ms.get(work) ?? [])]));
  return { ms, failed: one.failed + other.failed };
}

/** Of a kind of work the 95 % alone and beside the requests, and their ratio; undefined where it was not done. */
function ratioOf({ alone, during }: Pick<Beside, 'alone' | 'during'>, work: Work) {
  const [from, to] = [alone, during].map(({ ms }) => quantile(ms.get(work) ?? [], 0.95));
  return from && to ? { from, to, ratio: to / from } : undefined;
}

function rowOf(beside: Beside): readonly string[] {
  const { request, during, statuses } = beside;
  const { operation, shape } = request;
  const answers = Array.from(statuses, ([status, count]) => `${count} × ${status}`).join(', ');
  const compared = WORK.map((work) => {
    const found = ratioOf(beside, work);
    return found ? `${found.ratio.toFixed(1)} (${found.from.toFixed(0)} → ${found.to.toFixed(0)})` : '–';
  });
  return [operation.id, shape, answers, ...compared, String(during.failed)];
}
