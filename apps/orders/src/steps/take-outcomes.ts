import { errors } from '@fulfilment/contracts';
import { type AppError, type Clock, type OutgoingMessage, retry, tenantKey, WriteConflict } from '@fulfilment/kernel';
import type { Order, PendingStep } from '../orders/domain/order.ts';
import { orderEventMessage } from '../orders/order-messages.ts';
import type { AnsweredClaim, OrderChange, OrderKey, OrderStore, ReceivedOutcome } from '../orders/order-ports.ts';
import { type OrderChanged, takeOutcome } from './domain/transitions.ts';
import { keptAnswer } from './order-answers.ts';
import type { OrderWatch } from './order-watch.ts';

export interface FinishedStep {
  readonly step: PendingStep;
  readonly order: Order;
}

export interface TakenOutcomes {
  readonly finished: readonly FinishedStep[];
  /** Orders that this service does not have: another deployment's, say. */
  readonly unknown: readonly OrderKey[];
}

/**
 * Applies outcomes that are newer than the order and finishes the steps that they answer. Everything is committed when it
 * resolves.
 *
 * @throws AppError `upstream_unavailable` if an order kept changing: retryable with the same outcomes.
 */
export type TakeOutcomes = (outcomes: readonly ReceivedOutcome[]) => Promise<TakenOutcomes>;

export interface TakeOutcomesParts {
  readonly orders: Pick<OrderStore, 'findMany' | 'save'>;
  readonly watch: OrderWatch;
  /** Notifies the other processes that these orders changed. */
  readonly announce: (orderIds: readonly string[]) => void;
  readonly now: Clock;
}

/** Attempts before outcomes are redelivered. Each is lost only to a step that began in between. */
const MAX_ATTEMPTS = 10;

export function makeTakeOutcomes({ orders, watch, announce, now }: TakeOutcomesParts): TakeOutcomes {
  const attempt = async (outcomes: readonly ReceivedOutcome[]): Promise<Attempt> => {
    const byOrder = Map.groupBy(outcomes, ({ order }) => mapKey(order));
    const keys = Array.from(byOrder.values(), ([first]) => first?.order).filter((key) => key !== undefined);
    const known = await orders.findMany(keys);
    const at = now();
    const results = await Promise.all(
      known.map(async (order) => {
        const ofOrder = byOrder.get(mapKey(order)) ?? [];
        const { change, finished } = decide(order, ofOrder, at);
        if (!change) return { finished, lost: [] };
        if ((await orders.save(change)) !== 'saved') return { finished: [], lost: ofOrder };
        watch.observe([change.order]);
        return { finished, lost: [] };
      }),
    );
    const finished = results.flatMap((result) => result.finished);
    if (finished.length > 0) announce(finished.map(({ order }) => order.id));
    const knownKeys = new Set(known.map(mapKey));
    const unknown = keys.filter((key) => !knownKeys.has(mapKey(key)));
    return { finished, unknown, lost: results.flatMap((result) => result.lost) };
  };

  return async (outcomes) => {
    const finished: FinishedStep[] = [];
    const unknown: OrderKey[] = [];
    let left = outcomes;
    const applyRest = async (): Promise<void> => {
      const taken = await attempt(left);
      finished.push(...taken.finished);
      unknown.push(...taken.unknown);
      left = taken.lost;
      if (left.length > 0) throw new WriteConflict('An order changed while outcomes were applied');
    };
    await retry(applyRest, { maxAttempts: MAX_ATTEMPTS }).catch((error: unknown) => {
      throw error instanceof WriteConflict ? keptChanging(error) : error;
    });
    return { finished, unknown };
  };
}

function keptChanging(cause: WriteConflict): AppError {
  return errors.upstreamUnavailable('An order kept changing while outcomes were applied.', { cause });
}

interface Attempt extends TakenOutcomes {
  /** Outcomes of orders that changed before the save: to be decided again. */
  readonly lost: readonly ReceivedOutcome[];
}

interface Decision {
  /** Undefined where all outcomes were known. */
  readonly change: OrderChange | undefined;
  readonly finished: readonly FinishedStep[];
}

function decide(order: Order, outcomes: readonly ReceivedOutcome[], at: Date): Decision {
  let latest = order;
  const taken: { readonly outcome: ReceivedOutcome; readonly changed: OrderChanged }[] = [];
  for (const outcome of outcomes) {
    const changed = takeOutcome(latest, outcome, at);
    if (changed.type === 'already-known') continue;
    latest = changed.order;
    taken.push({ outcome, changed });
  }
  if (taken.length === 0) return { change: undefined, finished: [] };
  return {
    change: {
      from: order.version,
      order: latest,
      history: taken.flatMap(({ changed }) => changed.history),
      messages: taken.flatMap(({ changed, outcome }) => eventOf(changed, outcome)),
      answers: taken.flatMap(({ changed }) => claimAnsweredBy(changed)),
    },
    finished: taken.flatMap(({ changed }) => (changed.finished ? [{ step: changed.finished, order: changed.order }] : [])),
  };
}

function eventOf({ event, order, finished }: OrderChanged, outcome: ReceivedOutcome): OutgoingMessage[] {
  return event === null ? [] : [orderEventMessage(event, order, finished?.origin ?? outcome)];
}

/** The claim of the step's request gets its answer with the change. */
function claimAnsweredBy({ order, finished }: OrderChanged): AnsweredClaim[] {
  const claimId = finished?.origin.claimId;
  return finished && claimId !== undefined ? [{ id: claimId, answer: keptAnswer(finished, order) }] : [];
}

function mapKey({ tenant, id }: OrderKey): string {
  return `${tenantKey(tenant)}|${id}`;
}
