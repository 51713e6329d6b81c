import { errorOf, errors, type FulfilmentRecord, isErrorCode, type OrderRecord, type ReturnRecord } from '@fulfilment/contracts';
import { type Kept, keptRefusal, type Receipt, replay } from '@fulfilment/idempotency';
import {
  AppError,
  assertNever,
  type Clock,
  type IdempotencyClaim,
  type RequestContext,
  retry,
  type Tenant,
  WriteConflict,
} from '@fulfilment/kernel';
import {
  type Answer,
  isUnlinked,
  type Order,
  orderIdOf,
  type PendingStep,
  pendingStep,
  type Refusal,
  type RequestOrigin,
} from '../orders/domain/order.ts';
import { acknowledgeStep } from '../orders/domain/start-step.ts';
import { fulfilmentIdOf, returnIdOf } from '../orders/domain/steps.ts';
import { fulfilmentOf, toFulfilmentRecord } from '../orders/fulfilment-messages.ts';
import { eventMessages, toOrderRecord } from '../orders/order-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';
import { returnOf, toReturnRecord } from '../orders/return-messages.ts';
import type { OrderWatch, Patience } from './order-watch.ts';

/** The answer to a request for an order or a step of it that is not refused. */
export interface OrderAnswer {
  /** `existing`: its external id named an order with the same content; `pending`: recorded, and not answered by inventory yet. */
  readonly type: 'created' | 'existing' | 'done' | 'pending';
  readonly order: OrderRecord;
  /** The fulfilment that the step was about; absent for one of the whole order. */
  readonly fulfilment?: FulfilmentRecord | undefined;
  /** The return that the step was about; absent for any other. */
  readonly return?: ReturnRecord | undefined;
}

/** The answer as its request gets it. */
export interface OrderReply extends OrderAnswer {
  /** True where it is the stored first answer to the idempotency key. */
  readonly replayed: boolean;
}

/** A request that waits for an answer. */
export interface WaitingRequest extends Patience {
  readonly context: RequestContext;
}

/** The end of a request. */
export type AnswerOrRefusal =
  | { readonly type: 'answered'; readonly answer: OrderAnswer }
  | { readonly type: 'refused'; readonly error: AppError };

/** The beginning of a request. */
export type Begun =
  /** Its command is on the way to inventory, and its receipt is open. */
  | { readonly type: 'sent'; readonly order: Order; readonly step: PendingStep }
  /** Its change is committed, and with it its receipt. */
  | { readonly type: 'saved'; readonly answer: OrderAnswer }
  /** Another request with its claim came first. */
  | { readonly type: 'repeated' }
  /** It needed no command. */
  | AnswerOrRefusal;

export interface OrderAnswersParts {
  readonly orders: Pick<OrderStore, 'find' | 'findAnswer' | 'findReceipt' | 'addReceipt' | 'save'>;
  readonly watch: OrderWatch;
  readonly now: Clock;
}

/** Attempts to record that a step is answered before its result. Each is lost only to a change in between. */
const ACKNOWLEDGING = { maxAttempts: 10, backOff: { firstMs: 5, maxMs: 100 } };

/**
 * Answers requests, and all requests with one idempotency key alike: the receipt is written with the intent, and answered in
 * the transaction that applies inventory's outcome. A repeat that finds the first request in progress waits with it, and at the
 * deadline gets what that gets: the pending order. That is the truth and no answer to keep, so the next repeat waits again.
 */
export class OrderAnswers {
  readonly #orders: OrderAnswersParts['orders'];
  readonly #watch: OrderWatch;
  readonly #now: Clock;
  /** The orders as inventory answered, by the ids of the commands that requests of this process wait for; undefined until then. */
  readonly #awaited = new Map<string, Order | undefined>();

  constructor({ orders, watch, now }: OrderAnswersParts) {
    this.#orders = orders;
    this.#watch = watch;
    this.#now = now;
  }

  /** To be called once a step is answered, with the order as it was then: its request needs no receipt to know its answer. */
  keep({ commandId }: PendingStep, order: Order): void {
    if (this.#awaited.has(commandId)) this.#awaited.set(commandId, order);
  }

  /**
   * The answer to the first request with the idempotency key; undefined where this one is the first, or has no key.
   *
   * @throws AppError the refusal of the first request; `idempotency_key_reused`.
   */
  async #ofFirstRequest(request: WaitingRequest): Promise<OrderReply | undefined> {
    const { tenant, idempotency: claim } = request.context;
    if (!claim) return undefined;
    const first = await this.#orders.findReceipt(tenant, claim.id);
    if (!first) return undefined;
    const { subject: commandId } = first;
    const inProgress = first.answer === null && first.fingerprint === claim.fingerprint;
    if (!inProgress || commandId === null) return replayed(first, claim);
    const order = await this.#orders.find({ tenant, id: orderIdOf(commandId) });
    if (!order) return replayed(first, claim);
    const seen = await this.#awaitResult(order, commandId, request);
    if (!isAnswered(commandId)(seen)) return { ...pendingAnswer(seen), replayed: false };
    return replayed(await this.#receiptOf(commandId, tenant, claim), claim);
  }

  /**
   * The answer to a request that has begun. One whose claim another request had before gets the answer of that: a step that was begun
   * takes the claim in its transaction, so the claim is looked up only for one that was not.
   *
   * @throws AppError the refusal.
   */
  async conclude(begun: Begun, request: WaitingRequest): Promise<OrderReply> {
    switch (begun.type) {
      case 'sent':
        return this.#ofStep(begun.order, begun.step, request);
      case 'saved':
        return { ...begun.answer, replayed: false };
      case 'repeated':
        return this.#ofRepeat(request);
      case 'answered':
      case 'refused':
        return (await this.#ofFirstRequest(request)) ?? this.#ofEnded(begun, request);
      default:
        return assertNever(begun);
    }
  }

  /**
   * The answer to a command, awaited until the deadline; `pending` where it is not answered by then: it is recorded and will be
   * carried out.
   *
   * @param accepted the answer where inventory accepts the command.
   */
  async resultOf(order: Order, commandId: string, accepted: Accepted, patience: Patience): Promise<AnswerOrRefusal> {
    const seen = await this.#awaitResult(order, commandId, patience);
    if (!isAnswered(commandId)(seen)) return { type: 'answered', answer: pendingAnswer(seen) };
    // A later command may have been answered by now, too.
    const last = seen.lastAnswer?.commandId === commandId ? seen.lastAnswer : await this.#orders.findAnswer(seen, commandId);
    if (!last) throw new Error(`The answer to ${commandId} is in neither order nor history`);
    return endOf(last, seen, accepted);
  }

  /** The order once the command is answered; at the deadline as it waits, shown so: a refusal that comes later is then shown too. */
  async #awaitResult(order: Order, commandId: string, patience: Patience): Promise<Order> {
    let seen: Order | undefined = await this.#watch.until(order, isAnswered(commandId), patience);
    const acknowledge = async (attempt: number): Promise<Order> => {
      if (attempt > 1) seen = await this.#orders.find(order);
      if (!seen) throw new Error(`The order of ${commandId} is gone`);
      const next = acknowledgeStep(seen, commandId, this.#now());
      if (!next) return seen;
      const { changed, fulfilments, returns } = next;
      const messages = eventMessages({ event: 'order.updated', changed, fulfilments, returns }, next.order, next.origin);
      const change = { from: seen.version, order: next.order, history: next.history, messages };
      if ((await this.#orders.save(change)) !== 'saved') throw new WriteConflict(`The order of ${commandId} changed`);
      return next.order;
    };
    return retry(acknowledge, ACKNOWLEDGING).catch((error: unknown) => {
      throw error instanceof WriteConflict ? keptChanging(error) : error;
    });
  }

  async #ofStep(order: Order, step: PendingStep, request: WaitingRequest): Promise<OrderReply> {
    const { tenant, idempotency: claim } = request.context;
    const { commandId } = step;
    this.#awaited.set(commandId, undefined);
    try {
      const result = await this.resultOf(order, commandId, acceptedBy(step), request);
      if (!claim || isPending(result) || isUndecided(result)) return replyTo(result);
      // The order may have changed since inventory answered; where another process took the answer, the receipt holds it.
      const answered = this.#awaited.get(commandId);
      const receipt = answered
        ? { ...claim, subject: commandId, answer: keptAnswer(step, answered) }
        : await this.#receiptOf(commandId, tenant, claim);
      if (receipt.answer?.type === 'refusal') throw new AppError(receipt.answer.failure);
      return { ...replay<OrderAnswer>(receipt, claim), replayed: false };
    } finally {
      this.#awaited.delete(commandId);
    }
  }

  async #ofEnded(result: AnswerOrRefusal, request: WaitingRequest): Promise<OrderReply> {
    return (await this.#addReceipt(result, request.context)) ? replyTo(result) : this.#ofRepeat(request);
  }

  async #receiptOf(commandId: string, tenant: Tenant, claim: IdempotencyClaim): Promise<Receipt> {
    const receipt = await this.#orders.findReceipt(tenant, claim.id);
    // Inventory could not decide.
    if (!receipt) throw errors.upstreamUnavailable(`The request of ${commandId} was not carried out. Try again.`);
    return receipt;
  }

  async #ofRepeat(request: WaitingRequest): Promise<OrderReply> {
    const answer = await this.#ofFirstRequest(request);
    if (!answer) throw errors.upstreamUnavailable('The request that came first was not carried out. Try again.');
    return answer;
  }

  /** Keeps what repeats get. @returns false where another request with the key came first: its answer stands. */
  async #addReceipt(result: AnswerOrRefusal, context: RequestContext): Promise<boolean> {
    const { tenant, idempotency: claim } = context;
    if (!claim || isPending(result)) return true;
    const answer: Kept | undefined =
      result.type === 'answered' ? { type: 'result', result: result.answer } : keptRefusal(context, result.error);
    if (!answer) return true;
    return this.#orders.addReceipt(tenant, { id: claim.id, fingerprint: claim.fingerprint, subject: null, answer });
  }
}

/** The answer to a step that inventory accepts. */
export interface Accepted {
  readonly type: OrderAnswer['type'];
  /** The id of the fulfilment or return that it is about. */
  readonly partId?: string | undefined;
}

/** The order, and the fulfilment or return that it is about, as the answer of a type shows them. */
export function answerOf(type: OrderAnswer['type'], order: Order, partId = ''): OrderAnswer {
  const [fulfilment, found] = [fulfilmentOf(order, partId), returnOf(order, partId)];
  return {
    type,
    order: toOrderRecord(order),
    ...(fulfilment && { fulfilment: toFulfilmentRecord(fulfilment, order) }),
    ...(found && { return: toReturnRecord(found, order) }),
  };
}

function pendingAnswer(order: Order): OrderAnswer {
  const step = pendingStep(order);
  return answerOf('pending', order, step ? partIdOf(step.asked) : undefined);
}

/** The one mapping of inventory's answer to the end of its request. */
function endOf({ refusal }: Pick<Answer, 'refusal'>, order: Order, { type, partId }: Accepted): AnswerOrRefusal {
  if (refusal) return { type: 'refused', error: refusedByInventory(refusal, order) };
  return { type: 'answered', answer: answerOf(type, order, partId) };
}

function isPending(result: AnswerOrRefusal): boolean {
  return result.type === 'answered' && result.answer.type === 'pending';
}

function isUndecided(result: AnswerOrRefusal): boolean {
  return result.type === 'refused' && result.error.kind === 'unavailable';
}

/** A refusal by inventory, as the caller gets it. */
const refusedByInventory = ({ code, detail, errors: items, fulfilmentId, returnId }: Refusal, order: Order): AppError =>
  errorOf(isErrorCode(code) ? code : 'internal', detail, {
    facts: {
      ...(!isUnlinked(order) && { order_id: order.id, current_status: order.status }),
      ...(fulfilmentId !== undefined && { fulfilment_id: fulfilmentId }),
      // One that was not opened is no record.
      ...(returnId !== undefined && order.status !== 'rejected' && { return_id: returnId }),
      ...(items.length > 0 ? { errors: items } : {}),
    },
  });

/** The refusal of a request whose change others overtook, again and again. */
export const keptChanging = (cause: WriteConflict): AppError =>
  errors.upstreamUnavailable('The order kept changing, or its events wait to be published. Try again.', { cause });

/** The refusal of a request that another step kept waiting until its deadline. */
export const stepInProgress = ({ status }: Order): AppError =>
  errors.transitionInProgress('Another step of the order is still in progress. Try again.', {
    facts: { current_status: status },
  });

/**
 * The answer to a step that has just ended, for the receipt of its request. Inventory's answer is final but for one: null where it could
 * not decide, so that a repeat of the request is decided again.
 */
export function keptAnswer(step: PendingStep, order: Order): Kept | null {
  const result = endOf({ refusal: order.lastAnswer?.refusal ?? null }, order, acceptedBy(step));
  if (result.type === 'answered') return { type: 'result', result: result.answer };
  const { kind, code, message, details } = result.error;
  if (kind === 'unavailable') return null;
  return { type: 'refusal', failure: { kind, code, message, details: { request_id: step.origin.requestId, ...details } } };
}

/** The receipt of a request whose command is sent with it. */
export function openReceipt({ idempotency: claim }: RequestContext, { commandId }: PendingStep): Receipt | undefined {
  return claim && { id: claim.id, fingerprint: claim.fingerprint, subject: commandId, answer: null };
}

/** The origin of a step that this request begins. */
export function originOf({ actor, requestId, traceparent, idempotency }: RequestContext): RequestOrigin {
  return { actor, requestId, traceparent, claimId: idempotency?.id };
}

/** True of an order whose command, once pending, is answered. */
export function isAnswered(commandId: string): (order: Order) => boolean {
  return (order) => pendingStep(order)?.commandId !== commandId;
}

const CREATING: ReadonlySet<PendingStep['asked']['transition']> = new Set(['create', 'fulfil', 'return', 'return_open']);

function partIdOf(asked: PendingStep['asked']): string | undefined {
  return fulfilmentIdOf(asked) ?? returnIdOf(asked);
}

function acceptedBy({ asked }: PendingStep): Accepted {
  return { type: CREATING.has(asked.transition) ? 'created' : 'done', partId: partIdOf(asked) };
}

/** @throws AppError the refusal. */
function replyTo(result: AnswerOrRefusal): OrderReply {
  if (result.type === 'refused') throw result.error;
  return { ...result.answer, replayed: false };
}

/** @throws AppError the stored refusal; `idempotency_key_reused`; `idempotency_in_progress` without an answer. */
function replayed(receipt: Receipt, claim: IdempotencyClaim): OrderReply {
  return { ...replay<OrderAnswer>(receipt, claim), replayed: true };
}
