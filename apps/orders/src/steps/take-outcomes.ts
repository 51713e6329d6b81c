import { AppError, type Clock, newId, type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import type { Order, PendingStep } from '../orders/domain/order.ts';
import { type OrderChanged, type AllocationSnapshot, takeOutcome } from './domain/take-outcome.ts';
import { keptAnswer } from '../orders/order-answer.ts';
import { orderEventMessage } from '../orders/order-event-messages.ts';
import type { OrderWatch } from './order-watch.ts';
import type { AnsweredClaim, OrderChange, OrderKey, OrderStore } from '../orders/order-ports.ts';

/** What inventory says of one order. */
export interface ReceivedOutcome extends AllocationSnapshot {
  readonly order: OrderKey;
  readonly traceparent?: string | undefined;
}

export interface FinishedStep {
  readonly step: PendingStep;
  readonly order: Order;
}

export interface TakenOutcomes {
  readonly finished: readonly FinishedStep[];
  /** Of whom this service knows nothing: another deployment's, say. */
  readonly unknown: readonly OrderKey[];
}

/**
 * Takes over what is new in outcomes and finishes the steps that they answer. All of it is committed when it resolves.
 *
 * @throws AppError `stale` if an order kept moving meanwhile: give the same outcomes again.
 */
export type TakeOutcomes = (outcomes: readonly ReceivedOutcome[]) => Promise<TakenOutcomes>;

export interface TakeOutcomesOptions {
  readonly orders: OrderStore;
  readonly watch: OrderWatch;
  /** Tells the other processes that these orders moved. */
  readonly announce: (orderIds: readonly string[]) => void;
  readonly now: Clock;
}

/** Tries before outcomes are given back. Each is lost only to a step that began meanwhile. */
const MAX_TRIES = 10;

export function makeTakeOutcomes(options: TakeOutcomesOptions): TakeOutcomes {
  return async (outcomes) => {
    let { finished, unknown, lost } = await takeOnce(outcomes, options);
    for (let tries = 1; lost.length > 0; tries += 1) {
      if (tries >= MAX_TRIES) throw keptMoving();
      const turn = await takeOnce(lost, options);
      finished = [...finished, ...turn.finished];
      unknown = [...unknown, ...turn.unknown];
      lost = turn.lost;
    }
    return { finished, unknown };
  };
}

interface Turn extends TakenOutcomes {
  /** Outcomes of orders that moved while this was decided: to be decided again. */
  readonly lost: readonly ReceivedOutcome[];
}

async function takeOnce(
  outcomes: readonly ReceivedOutcome[],
  { orders, watch, announce, now }: TakeOutcomesOptions,
): Promise<Turn> {
  const byOrder = Map.groupBy(outcomes, ({ order }) => mapKey(order));
  const keys = Array.from(byOrder.values(), ([first]) => first?.order).filter((key) => key !== undefined);
  const known = await orders.findMany(keys);
  const at = now();
  const turns = await Promise.all(
    known.map(async (order) => {
      const news = byOrder.get(mapKey(order)) ?? [];
      const { change, finished } = decide(order, news, at);
      if (!change) return { finished, lost: [] };
      if ((await orders.save(change)) !== 'saved') return { finished: [], lost: news };
      watch.saw([change.order]);
      return { finished, lost: [] };
    }),
  );
  const finished = turns.flatMap((turn) => turn.finished);
  if (finished.length > 0) announce(finished.map(({ order }) => order.id));
  const knownKeys = new Set(known.map(mapKey));
  const unknown = keys.filter((key) => !knownKeys.has(mapKey(key)));
  return { finished, unknown, lost: turns.flatMap((turn) => turn.lost) };
}

function keptMoving(): AppError {
  return new AppError({
    kind: 'stale',
    code: 'upstream_unavailable',
    message: 'An order kept moving while outcomes were taken over.',
  });
}

interface Decision {
  /** Nothing where all of it was known already. */
  readonly change: OrderChange | undefined;
  readonly finished: readonly FinishedStep[];
}

function decide(order: Order, outcomes: readonly ReceivedOutcome[], at: Date): Decision {
  let latest = order;
  const taken: { readonly news: ReceivedOutcome; readonly changed: OrderChanged }[] = [];
  for (const news of outcomes) {
    const changed = takeOutcome(latest, news, at);
    if (changed.type === 'already-known') continue;
    latest = changed.order;
    taken.push({ news, changed });
  }
  if (taken.length === 0) return { change: undefined, finished: [] };
  return {
    change: {
      from: order.version,
      order: latest,
      history: taken.flatMap(({ changed }) => changed.history),
      messages: taken.flatMap(({ changed, news }) => eventOf(changed, news)),
      answers: taken.flatMap(({ changed }) => claimAnsweredBy(changed)),
    },
    finished: taken.flatMap(({ changed }) => (changed.finished ? [{ step: changed.finished, order: changed.order }] : [])),
  };
}

function eventOf({ event, order, finished }: OrderChanged, news: ReceivedOutcome): OutgoingMessage[] {
  if (event === null) return [];
  const { requestId, traceparent } = finished?.origin ?? news;
  return [orderEventMessage({ id: newId('evt'), type: event, order, requestId, traceparent })];
}

/** The request that asked for the step gets its answer with it. */
function claimAnsweredBy({ order, finished }: OrderChanged): AnsweredClaim[] {
  const claimId = finished?.origin.claimId;
  return finished && claimId !== undefined ? [{ id: claimId, answer: keptAnswer(finished, order) }] : [];
}

function mapKey({ tenant, id }: OrderKey): string {
  return `${tenantKey(tenant)}|${id}`;
}
