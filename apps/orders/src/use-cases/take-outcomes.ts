import { AppError, type Clock, newId, tenantKey } from '@fulfilment/kernel';
import type { Order, UnderWay } from '../domain/order.ts';
import { type OrderChanged, type StockNews, takeOutcome } from '../domain/take-outcome.ts';
import { orderEventMessage } from './order-event-message.ts';
import type { OrderWatch } from './order-watch.ts';
import type { OrderChange, OrderKey, OrderStore, OutgoingMessage } from './ports.ts';

/** What inventory says of one order. */
export interface StockOutcomeNews extends StockNews {
  readonly order: OrderKey;
  readonly traceparent?: string | undefined;
}

export interface FinishedStep {
  readonly step: UnderWay;
  readonly order: Order;
}

export interface TakenOutcomes {
  readonly finished: readonly FinishedStep[];
  /** Of whom this service knows nothing: another deployment's, say. */
  readonly unknown: readonly OrderKey[];
}

/**
 * Takes over what is new in outcomes, all in one transaction, and finishes the steps that they answer.
 *
 * @throws AppError `stale` if orders kept moving meanwhile: give the same outcomes again.
 */
export type TakeOutcomes = (outcomes: readonly StockOutcomeNews[]) => Promise<TakenOutcomes>;

export interface TakeOutcomesOptions {
  readonly orders: OrderStore;
  readonly watch: OrderWatch;
  /** Tells the other processes that these orders moved. */
  readonly announce: (orderIds: readonly string[]) => void;
  readonly now: Clock;
}

/** Tries before the batch is given back. Each is lost only to a step that began meanwhile. */
const MAX_TRIES = 10;

export function makeTakeOutcomes({ orders, watch, announce, now }: TakeOutcomesOptions): TakeOutcomes {
  return async (outcomes) => {
    const byOrder = Map.groupBy(outcomes, ({ order }) => mapKey(order));
    const keys = Array.from(byOrder.values(), ([first]) => first?.order).filter((key) => key !== undefined);
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const known = await orders.findMany(keys);
      const decisions = known.map((order) => decide(order, byOrder.get(mapKey(order)) ?? [], now()));
      const changes = decisions.flatMap(({ change }) => change ?? []);
      if (!(await orders.save(changes))) continue;
      watch.saw(changes.map(({ order }) => order));
      const finished = decisions.flatMap((decision) => decision.finished);
      if (finished.length > 0) announce(finished.map(({ order }) => order.id));
      const knownKeys = new Set(known.map(mapKey));
      return { finished, unknown: keys.filter((key) => !knownKeys.has(mapKey(key))) };
    }
    throw new AppError({ kind: 'stale', code: 'upstream_unavailable', message: 'Orders moved while outcomes were taken over.' });
  };
}

interface Decision {
  readonly change: OrderChange | undefined;
  readonly finished: readonly FinishedStep[];
}

function decide(order: Order, outcomes: readonly StockOutcomeNews[], at: Date): Decision {
  let latest = order;
  const taken: { readonly news: StockOutcomeNews; readonly changed: OrderChanged }[] = [];
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
    },
    finished: taken.flatMap(({ changed }) => (changed.finished ? [{ step: changed.finished, order: changed.order }] : [])),
  };
}

function eventOf({ event, order, finished }: OrderChanged, news: StockOutcomeNews): OutgoingMessage[] {
  if (event === null) return [];
  const { requestId, traceparent } = finished?.requester ?? news;
  return [orderEventMessage({ id: newId('evt'), type: event, order, requestId, traceparent })];
}

function mapKey({ tenant, id }: OrderKey): string {
  return `${tenantKey(tenant)}|${id}`;
}
