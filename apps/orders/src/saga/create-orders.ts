import type { BatchOrder, ItemProblem, OrderResult } from '@fulfilment/contracts';
import { type Receipt, replay } from '@fulfilment/idempotency';
import {
  type Answered,
  AppError,
  claimOf,
  deriveClaim,
  type IdempotencyClaim,
  isRetryable,
  jsonBytesOf,
  type ParsedItem,
  type RequestContext,
} from '@fulfilment/kernel';
import type { OrderReply } from './order-answers.ts';
import type { OrderWatch } from './order-watch.ts';
import type { PlaceOrder } from './create-order.ts';
import type { OrderStore } from '../orders/order-ports.ts';

/**
 * Creates orders one by one, saved and so allocated in the order of the list.
 *
 * @returns what each would have got as a request of its own, except that pointers begin at `/orders/‹index›`.
 * @throws AppError `idempotency_key_reused` where another batch has the key; `unavailable` where a batch under a key was not done to its
 * end, or one without a key not at all.
 */
export type CreateOrders = (
  items: readonly ParsedItem<BatchOrder>[],
  context: RequestContext,
) => Promise<Answered<readonly OrderResult[]>>;

export interface CreateOrdersParts {
  readonly place: PlaceOrder;
  readonly orders: Pick<OrderStore, 'findReceipt' | 'addReceipt'>;
  readonly watch: Pick<OrderWatch, 'admitJointly'>;
  /** Milliseconds to wait for inventory before answering that orders are pending. */
  readonly waitMs: number;
  /** Describes an error as the result of its order. */
  readonly describe: (error: AppError) => { readonly status: number; readonly error: ItemProblem };
}

/** A larger answer, of many refusals, is not kept as a whole: those of its orders are, one by one. A document of the database takes 16 MiB. */
const MAX_KEPT_CHARACTERS = 5_000_000;

export function makeCreateOrders(parts: CreateOrdersParts): CreateOrders {
  const { orders } = parts;
  return async (items, context) => {
    const { tenant, idempotency: claim } = context;
    const earlier = claim && (await begin(claim, context, orders));
    if (earlier) return { result: replay(earlier, claim), replayed: true };
    const outcomes = await placeAll(items, context, parts);
    const failure = outcomes.flatMap(({ error }) => (error?.kind === 'unavailable' ? [error] : []))[0];
    // Under a key the whole batch is sent again and goes on where this one stopped; without one its caller has to know which orders exist.
    if (failure && (claim || outcomes.every(({ error }) => error?.kind === 'unavailable'))) throw failure;
    const result = resultsOf(outcomes, parts);
    if (!claim || !outcomes.every(isFinal) || JSON.stringify(result).length > MAX_KEPT_CHARACTERS)
      return { result, replayed: false };
    const kept = { ...claim, subject: null, answer: { type: 'result', result } } as const;
    if (await orders.addReceipt(tenant, kept)) return { result, replayed: false };
    const first = await orders.findReceipt(tenant, claim.id);
    if (!first) throw new Error('The receipt of a batch that came first is gone');
    return { result: replay(first, claim), replayed: true };
  };
}

/**
 * Keeps the content of a batch before its orders: those of another batch under its key would have the same numbers.
 *
 * @returns the receipt of the batch, if its answer was kept.
 * @throws AppError `idempotency_key_reused` where another batch has begun under its key.
 */
async function begin(
  claim: IdempotencyClaim,
  { tenant }: RequestContext,
  orders: CreateOrdersParts['orders'],
): Promise<Receipt | undefined> {
  const known = await orders.findReceipt(tenant, claim.id);
  if (known) return known;
  const begun = { ...deriveClaim(claim, 'begun', null), fingerprint: claim.fingerprint };
  if (await orders.addReceipt(tenant, { ...begun, subject: null, answer: { type: 'result', result: null } })) return undefined;
  const earlier = await orders.findReceipt(tenant, begun.id);
  if (earlier) replay(earlier, begun);
  return undefined;
}

/** The end of one order: its reply, or why there is none. */
type Placed = { readonly reply: OrderReply; readonly error?: undefined } | { readonly error: AppError };

async function placeAll(
  items: readonly ParsedItem<BatchOrder>[],
  context: RequestContext,
  { place, watch, waitMs }: CreateOrdersParts,
): Promise<readonly Placed[]> {
  const deadlineMs = performance.now() + waitMs;
  const jointWait = watch.admitJointly(context.tenant);
  const amongClaimed = items.some((item) => item.type === 'valid' && claimOfItem(item.value, 0, context) !== undefined);
  try {
    // All are begun at once, before the first is saved: the store saves them in this order.
    const placed = await Promise.allSettled(
      items.map(async (item, index): Promise<Placed> => {
        if (item.type === 'invalid') return { error: item.error };
        const { idempotency_key: _key, ...body } = item.value;
        const own: RequestContext = { ...context, idempotency: claimOfItem(item.value, index, context) };
        try {
          return { reply: await place(body, { context: own, deadlineMs, jointWait, amongClaimed }) };
        } catch (error) {
          if (error instanceof AppError) return { error: withinBatch(error, index) };
          throw error;
        }
      }),
    );
    return placed.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
  } finally {
    jointWait.end();
  }
}

/** An order's own key names it in any batch; else its index names it in a batch that has a key. */
function claimOfItem(
  { idempotency_key: key, ...content }: BatchOrder,
  index: number,
  { tenant, idempotency }: RequestContext,
): IdempotencyClaim | undefined {
  if (key !== undefined) return claimOf({ tenant, method: 'POST', target: ['/orders/batch', 'orders'], key, content });
  return idempotency && deriveClaim(idempotency, `orders/${index}`, content);
}

/** The refusal of an order with pointers into the body of its batch, and without the id of the request that was refused first. */
function withinBatch(error: AppError, index: number): AppError {
  const { kind, code, message, details, headers } = error;
  const { errors, request_id: _requestId, ...facts } = details;
  const moved = Array.isArray(errors) ? { errors: errors.map((item: unknown) => pointedFrom(item, `/orders/${index}`)) } : {};
  return new AppError({ kind, code, message, details: { ...facts, ...moved }, headers, cause: error });
}

function pointedFrom(item: unknown, base: string): unknown {
  if (typeof item !== 'object' || item === null || !('pointer' in item)) return item;
  return { ...item, pointer: `${base}${String(item.pointer)}` };
}

/** Codes of refusals that end with another step of the order, or with more room. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['transition_in_progress', 'storage_limit_reached']);

/** True of an outcome that stays as it is: a pending order is answered later, and what may still succeed is tried again. */
function isFinal(outcome: Placed): boolean {
  return outcome.error ? !isRetryable(outcome.error) && !MAY_CHANGE.has(outcome.error.code) : outcome.reply.type !== 'pending';
}

const STATUS_OF = { created: 201, existing: 200, done: 200, pending: 202 } as const satisfies Record<OrderReply['type'], number>;

/** Bytes of the results of a batch as JSON, about: an order that exists may have grown to many times what names it here. */
const MAX_RESULT_BYTES = 4_000_000;

function resultsOf(outcomes: readonly Placed[], { describe }: CreateOrdersParts): readonly OrderResult[] {
  let room = MAX_RESULT_BYTES;
  return outcomes.map((outcome, index) => {
    const result: OrderResult = outcome.error ? { index, ...describe(outcome.error) } : existing(outcome.reply, index);
    const { record, ...others } = result;
    const shown = record && jsonBytesOf(result) > room ? { ...others, record_left_out: 'answer_size' as const } : result;
    room -= jsonBytesOf(shown);
    return shown;
  });
}

function existing({ type, order }: OrderReply, index: number): OrderResult {
  return { index, status: STATUS_OF[type], id: order.id, version: order.version, record: order };
}
