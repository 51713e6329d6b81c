import { type Answered, type IdempotencyClaim, type RequestContext, retry, tenantKey } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import { keptRefusal, type Kept, type Receipt, replay } from './kept.ts';
import { isReceiptTaken, type Receipts } from './receipts.ts';

/** The parts of {@link makeAnswerOnce}. */
export interface OnceOptions {
  readonly client: MongoClient;
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
  work: (session: ClientSession) => Promise<Result>,
  asRefusal?: (error: unknown) => unknown,
) => Promise<Answered<Result>>;

/** Attempts while other requests take the same key first: the next attempt finds their receipt. */
const MAX_ATTEMPTS = 5;

type Found<Result> = { readonly type: 'done'; readonly result: Result } | { readonly type: 'known'; readonly receipt: Receipt };

/** For use cases that share no transaction with others; a lane keeps receipts in its own. */
export function makeAnswerOnce({ client, receipts }: OnceOptions): AnswerOnce {
  return async <Result>(
    context: RequestContext,
    work: (session: ClientSession) => Promise<Result>,
    asRefusal: (error: unknown) => unknown = (error) => error,
  ): Promise<Answered<Result>> => {
    const tenant = tenantKey(context.tenant);

    /** Finds the first answer to the claim or, where there is none, runs `decide` and keeps its answer. */
    const findOrKeep = <Value>(
      { id, fingerprint }: IdempotencyClaim,
      decide: (session: ClientSession) => Promise<{ readonly answer: Kept; readonly value: Value }>,
    ): Promise<Found<Value>> =>
      transact(client, async (session) => {
        const receipt = (await receipts.find(tenant, [id], session)).get(id);
        if (receipt) return { type: 'known', receipt };
        const { answer, value } = await decide(session);
        await receipts.add(session, tenant, [{ id, fingerprint, subject: null, answer }]);
        return { type: 'done', result: value };
      });

    const underClaim = async (claim: IdempotencyClaim): Promise<Found<Result>> => {
      try {
        return await findOrKeep(claim, async (session) => {
          const result = await work(session);
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
    if (!claim) return { result: await unclaimed(client, work, asRefusal), replayed: false };
    const found = await retry(() => underClaim(claim), { maxAttempts: MAX_ATTEMPTS, isRetryable: isReceiptTaken });
    return found.type === 'done'
      ? { result: found.result, replayed: false }
      : { result: replay(found.receipt, claim), replayed: true };
  };
}

async function unclaimed<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
  asRefusal: (error: unknown) => unknown,
): Promise<Result> {
  try {
    return await transact(client, work);
  } catch (error) {
    throw asRefusal(error);
  }
}
