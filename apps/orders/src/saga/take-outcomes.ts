import { errors } from '@fulfilment/contracts';
import { type AppError, type Clock, type OutgoingMessage, retry, Sequence, tenantKey, WriteConflict } from '@fulfilment/kernel';
import type { Order, PendingStep } from '../orders/domain/order.ts';
import { eventMessages } from '../orders/order-messages.ts';
import { stockCommandMessage } from '../orders/stock-command-messages.ts';
import {
  MAX_EVENTS,
  type AnsweredClaim,
  type OrderChange,
  type OrderKey,
  type OrderStore,
  type ReceivedOutcome,
} from '../orders/order-ports.ts';
import { type OrderChanged, takeOutcome } from '../orders/domain/take-outcome.ts';
import { keptAnswer, type OrderAnswers } from './order-answers.ts';
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
 * @param signal ends it: orders that are not being saved by then are left, and it rejects with the signal's reason.
 * @throws AppError `upstream_unavailable` if an order kept changing: retryable with the same outcomes.
 */
export type TakeOutcomes = (outcomes: readonly ReceivedOutcome[], signal?: AbortSignal) => Promise<TakenOutcomes>;

export interface TakeOutcomesParts {
  readonly orders: Pick<OrderStore, 'findMany' | 'lastCommitted' | 'save'>;
  readonly watch: OrderWatch;
  readonly answers: Pick<OrderAnswers, 'keep'>;
  /** Notifies the other processes that these orders changed. */
  readonly announce: (orderIds: readonly string[]) => void;
  readonly now: Clock;
}

/** Attempts before outcomes are redelivered. Each is lost only to a step that began in between. */
const MAX_ATTEMPTS = 10;

export function makeTakeOutcomes({ orders, watch, answers, announce, now }: TakeOutcomesParts): TakeOutcomes {
  /** One that this process remembers and another has changed since is read at the next attempt. */
  const findOrders = async (keys: readonly OrderKey[], isFirst: boolean): Promise<readonly Order[]> => {
    const inMemory = isFirst ? keys.flatMap((key) => orders.lastCommitted(key) ?? []) : [];
    const found = new Set(inMemory.map(mapKey));
    const others = keys.filter((key) => !found.has(mapKey(key)));
    return others.length === 0 ? inMemory : [...inMemory, ...(await orders.findMany(others))];
  };

  const attempt = async (outcomes: readonly ReceivedOutcome[], isFirst: boolean, signal?: AbortSignal): Promise<Attempt> => {
    signal?.throwIfAborted();
    const sequence = new Sequence(signal);
    const byOrder = Map.groupBy(outcomes, ({ order }) => mapKey(order));
    const keys = Array.from(byOrder.values(), ([first]) => first?.order).filter((key) => key !== undefined);
    const known = await findOrders(keys, isFirst);
    const at = now();
    const results = await Promise.all(
      known.map(async (order) => {
        const ofOrder = byOrder.get(mapKey(order)) ?? [];
        const { change, finished, rest } = decide(order, ofOrder, at);
        if (!change) return { finished, lost: [] };
        if ((await orders.save(change, sequence)) !== 'saved') return { finished: [], lost: ofOrder };
        for (const each of finished) answers.keep(each.step, each.order);
        watch.observe([change.order]);
        return { finished, lost: rest };
      }),
    );
    const finished = results.flatMap((result) => result.finished);
    if (finished.length > 0) announce(finished.map(({ order }) => order.id));
    const knownKeys = new Set(known.map(mapKey));
    const unknown = keys.filter((key) => !knownKeys.has(mapKey(key)));
    return { finished, unknown, lost: results.flatMap((result) => result.lost) };
  };

  return async (outcomes, signal) => {
    const finished: FinishedStep[] = [];
    const unknown: OrderKey[] = [];
    let left = outcomes;
    let isFirst = true;
    const applyRest = async (): Promise<void> => {
      const taken = await attempt(left, isFirst, signal);
      isFirst = false;
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
  /** Outcomes to be decided again: of orders that changed before the save, and more than fit into one change. */
  readonly lost: readonly ReceivedOutcome[];
}

interface Decision {
  /** Undefined where all outcomes were known. */
  readonly change: OrderChange | undefined;
  readonly finished: readonly FinishedStep[];
  /** Those after the ones of the change. */
  readonly rest: readonly ReceivedOutcome[];
}

function decide(order: Order, outcomes: readonly ReceivedOutcome[], at: Date): Decision {
  let latest = order;
  const taken: OrderChanged[] = [];
  const messages: OutgoingMessage[] = [];
  let rest: readonly ReceivedOutcome[] = [];
  for (const [place, outcome] of outcomes.entries()) {
    const changed = takeOutcome(latest, outcome, at);
    if (changed.type === 'already-known') continue;
    const events = eventMessages(changed, changed.order, changed.finished?.origin ?? outcome);
    if (taken.length === MAX_EVENTS || (taken.length > 0 && messages.length + events.length > MAX_EVENTS)) {
      rest = outcomes.slice(place);
      break;
    }
    latest = changed.order;
    taken.push(changed);
    messages.push(...events);
  }
  if (taken.length === 0) return { change: undefined, finished: [], rest: [] };
  const placed = taken.find(({ places }) => places)?.places;
  return {
    change: {
      from: order.version,
      order: latest,
      places: placed && { order: placed, messages: [stockCommandMessage(placed)] },
      history: taken.flatMap(({ history }) => history),
      messages,
      answers: taken.flatMap(claimAnsweredBy),
    },
    finished: taken.flatMap(({ finished: step, order: after }) => (step ? [{ step, order: after }] : [])),
    rest,
  };
}

/** The claim of the step's request gets its answer with the change. */
function claimAnsweredBy({ order, finished }: OrderChanged): AnsweredClaim[] {
  const claimId = finished?.origin.claimId;
  return finished && claimId !== undefined ? [{ id: claimId, answer: keptAnswer(finished, order) }] : [];
}

function mapKey({ tenant, id }: OrderKey): string {
  return `${tenantKey(tenant)}|${id}`;
}
