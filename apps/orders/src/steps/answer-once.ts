import { keep, type Receipt, replay } from '@fulfilment/idempotency';
import type { IdempotencyClaim, RequestContext } from '@fulfilment/kernel';
import { orderIdOf } from '../orders/domain/commands.ts';
import type { Order, PendingStep } from '../orders/domain/order.ts';
import type { AwaitAnswer } from './await-answer.ts';
import { acceptedAnswer, type OrderAnswer, pendingAnswer } from '../orders/order-answer.ts';
import { refusedByInventory } from '../orders/order-errors.ts';
import type { OrderStore } from '../orders/order-ports.ts';

/** How a request began. */
export type Begun =
  /** Its command is with inventory, and its receipt is open. */
  | { readonly type: 'sent'; readonly order: Order; readonly step: PendingStep }
  /** It needed no command of its own. */
  | { readonly type: 'decided'; readonly answer: OrderAnswer }
  /** Another request with its claim came first. */
  | { readonly type: 'repeated' };

export interface AskedOnce {
  readonly context: RequestContext;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  /** @throws AppError for what is refused without asking inventory. */
  readonly begin: () => Promise<Begun>;
}

/**
 * Answers a request, and one that an idempotency key names always the same: its receipt is written with the intent, and answered
 * in the transaction that takes over inventory's outcome. A repeat that meets the first at work waits with it, and at the
 * deadline hears what that hears: the order as it stands, pending. That is the truth and no answer to keep, so the next repeat
 * waits again.
 *
 * @throws AppError what the request is refused with; `idempotency_key_reused`.
 */
export type AnswerOnce = (asked: AskedOnce) => Promise<OrderAnswer>;

export interface AnswerOnceOptions {
  readonly orders: Pick<OrderStore, 'find' | 'findReceipt' | 'addReceipt'>;
  readonly awaitAnswer: AwaitAnswer;
}

export function makeAnswerOnce(options: AnswerOnceOptions): AnswerOnce {
  return async (asked) => {
    const claim = asked.context.idempotency;
    if (!claim) return answerUnnamed(options, asked);
    for (;;) {
      const first = await options.orders.findReceipt(asked.context.tenant, claim.id);
      if (first) return join(first, { ...options, ...asked, claim });
      const begun = await beginNamed({ ...options, ...asked, claim });
      if (begun.type === 'decided') return begun.answer;
      if (begun.type === 'sent')
        return answerNamed(begun.order, begun.step.commandId, { ...options, ...asked, claim: quiet(claim) });
    }
  };
}

/** The receipt of a request whose command is sent with it. */
export function openReceipt({ idempotency: claim }: RequestContext, { commandId }: PendingStep): Receipt | undefined {
  return claim && { id: claim.id, fingerprint: claim.fingerprint, subject: commandId, answer: null };
}

async function answerUnnamed({ awaitAnswer }: AnswerOnceOptions, { begin, deadlineMs }: AskedOnce): Promise<OrderAnswer> {
  const begun = await begin();
  if (begun.type === 'decided') return begun.answer;
  if (begun.type === 'repeated') throw new Error('A request without an idempotency key has no repeats');
  const verdict = await awaitAnswer(begun.order, begun.step.commandId, deadlineMs);
  if (verdict.type === 'undecided') return pendingAnswer(verdict.order);
  if (verdict.type === 'refused') throw refusedByInventory(verdict.refusal, verdict.order);
  return acceptedAnswer(begun.step, verdict.order);
}

interface Named extends AnswerOnceOptions, AskedOnce {
  readonly claim: IdempotencyClaim;
}

/** Begins, and keeps what that is answered with where no command is sent. */
async function beginNamed(named: Named): Promise<Begun> {
  const begun = await named.begin().catch((error: unknown) => refuse(named, error));
  if (begun.type !== 'decided' || begun.answer.type === 'pending') return begun;
  return (await addReceipt(named, () => begun.answer)) ? begun : { type: 'repeated' };
}

/** @throws the error, unless a repeat was answered before. */
async function refuse(named: Named, error: unknown): Promise<Begun> {
  const kept = await addReceipt(named, () => {
    throw error;
  });
  if (kept) throw error;
  return { type: 'repeated' };
}

/** @returns false if the claim has a receipt already. @throws what `run` throws, if that is no answer to keep. */
function addReceipt({ orders, context, claim }: Named, run: () => OrderAnswer): Promise<boolean> {
  const { id, fingerprint } = claim;
  return orders.addReceipt(context.tenant, { id, fingerprint, subject: null, answer: keep(context, run) });
}

async function join(first: Receipt, named: Named): Promise<OrderAnswer> {
  const { subject } = first;
  const mustWait = first.answer === null && first.fingerprint === named.claim.fingerprint;
  if (!mustWait || subject === null) return replay(first, named.claim);
  const order = await named.orders.find({ tenant: named.context.tenant, id: orderIdOf(subject) });
  return order ? answerNamed(order, subject, named) : replay(first, named.claim);
}

/** What the receipt says once inventory has answered: the order as it was then, though it may have moved on since. */
async function answerNamed(order: Order, commandId: string, named: Named): Promise<OrderAnswer> {
  const { orders, awaitAnswer, context, claim, deadlineMs } = named;
  const verdict = await awaitAnswer(order, commandId, deadlineMs);
  if (verdict.type === 'undecided') return pendingAnswer(verdict.order);
  const receipt = await orders.findReceipt(context.tenant, claim.id);
  if (!receipt) throw new Error(`The receipt of ${commandId} is gone`);
  return replay(receipt, claim);
}

/** For who asked first: what it gets is no repeat. */
function quiet(claim: IdempotencyClaim): IdempotencyClaim {
  return { ...claim, onReplayed: () => undefined };
}
