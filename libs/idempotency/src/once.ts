import {
  type Answered,
  type IdempotencyClaim,
  type OutgoingMessage,
  type RequestContext,
  retry,
  tenantKey,
} from '@fulfilment/kernel';
import type { ClientSession } from 'mongodb';
import { keptRefusal, type Kept, type Receipt, replay } from './kept.ts';
import { isReceiptTaken, type Receipts } from './receipts.ts';

/** Adds messages to the outbox, in the transaction of a work. */
export type AddMessages = (messages: readonly OutgoingMessage[]) => Promise<void>;

type Work<Result> = (session: ClientSession, add: AddMessages) => Promise<Result>;

/** The parts of {@link makeAnswerOnce}. */
export interface OnceOptions {
  /** Runs a work in a transaction, again from its start where another transaction was first. */
  readonly transact: <Result>(work: Work<Result>) => Promise<Result>;
  readonly receipts: Receipts;
}

/**
 * Does the work of a request in one transaction, and under one idempotency key once: a repeat gets the first answer.
 *
 * @param work as for `transact`; its result goes through JSON.
 * @param asRefusal turns an error of `work` into a refusal, such as a duplicate key.
 * @returns the result, and whether it is the stored first answer.
 * @throws whatever `work` throws; what `replay` throws, a stored refusal among it.
 */
export type AnswerOnce = <Result>(
  context: RequestContext,
  work: Work<Result>,
  asRefusal?: (error: unknown) => unknown,
) => Promise<Answered<Result>>;

/** Attempts while other requests take the same key first: the next attempt finds their receipt. */
const MAX_ATTEMPTS = 5;

type Found<Result> = { readonly type: 'done'; readonly result: Result } | { readonly type: 'known'; readonly receipt: Receipt };

/** For use cases that share no transaction with others; a lane keeps receipts in its own. */
export function makeAnswerOnce({ transact, receipts }: OnceOptions): AnswerOnce {
  return async <Result>(
    context: RequestContext,
    work: Work<Result>,
    asRefusal: (error: unknown) => unknown = (error) => error,
  ): Promise<Answered<Result>> => {
    const tenant = tenantKey(context.tenant);

    /** Finds the first answer to the claim or, where there is none, runs `decide` and keeps its answer. */
    const findOrKeep = <Value>(
      { id, fingerprint }: IdempotencyClaim,
      decide: Work<{ readonly answer: Kept; readonly value: Value }>,
    ): Promise<Found<Value>> =>
      transact(async (session, add) => {
        const receipt = (await receipts.find(tenant, [id], session)).get(id);
        if (receipt) return { type: 'known', receipt };
        const { answer, value } = await decide(session, add);
        await receipts.add(session, tenant, [{ id, fingerprint, subject: null, answer }]);
        return { type: 'done', result: value };
      });

    const underClaim = async (claim: IdempotencyClaim): Promise<Found<Result>> => {
      try {
        return await findOrKeep(claim, async (session, add) => {
          const result = await work(session, add);
          return { answer: { type: 'result', result }, value: result };
        });
      } catch (thrown) {
        if (isReceiptTaken(thrown)) throw thrown;
        const error = asRefusal(thrown);
        const answer = keptRefusal(context, error);
        if (!answer) throw error;
        // The work's own transaction is gone, with whatever it had written.
        const found = await findOrKeep(claim, async () => ({ answer, value: undefined }));
        if (found.type === 'done') throw error;
        return found;
      }
    };

    const { idempotency: claim } = context;
    if (!claim) return { result: await unclaimed(transact, work, asRefusal), replayed: false };
    const found = await retry(() => underClaim(claim), { maxAttempts: MAX_ATTEMPTS, isRetryable: isReceiptTaken });
    return found.type === 'done'
      ? { result: found.result, replayed: false }
      : { result: replay(found.receipt, claim), replayed: true };
  };
}

async function unclaimed<Result>(
  transact: OnceOptions['transact'],
  work: Work<Result>,
  asRefusal: (error: unknown) => unknown,
): Promise<Result> {
  try {
    return await transact(work);
  } catch (error) {
    throw asRefusal(error);
  }
}
