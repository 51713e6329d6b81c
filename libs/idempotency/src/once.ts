import { type Answered, type IdempotencyClaim, type RequestContext, retry, tenantKey } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import { keep, keptRefusal, type Kept, type Receipt, replay } from './kept.ts';
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

/** For use cases that share no transaction with others; a lane keeps receipts in its own. */
export function makeAnswerOnce({ client, receipts }: OnceOptions): AnswerOnce {
  return async <Result>(
    context: RequestContext,
    work: (session: ClientSession) => Promise<Result>,
    asRefusal: (error: unknown) => unknown = (error) => error,
  ): Promise<Answered<Result>> => {
    const claim = context.idempotency;
    if (!claim) return { result: await unclaimed(client, work, asRefusal), replayed: false };
    return retry(
      async () => {
        const found = await underClaim({ client, receipts, context, claim, work, asRefusal });
        return found.type === 'done'
          ? { result: found.result, replayed: false }
          : { result: replay(found.receipt, claim), replayed: true };
      },
      { maxAttempts: MAX_ATTEMPTS, isRetryable: isReceiptTaken },
    );
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

interface Claimed<Result> extends OnceOptions {
  readonly context: RequestContext;
  readonly claim: IdempotencyClaim;
  readonly work: (session: ClientSession) => Promise<Result>;
  readonly asRefusal: (error: unknown) => unknown;
}

type Done<Result> = { readonly type: 'done'; readonly result: Result } | { readonly type: 'known'; readonly receipt: Receipt };

async function underClaim<Result>(claimed: Claimed<Result>): Promise<Done<Result>> {
  const { client, context, work, asRefusal } = claimed;
  try {
    return await transact(client, async (session) => {
      const receipt = await find(claimed, session);
      if (receipt) return { type: 'known', receipt };
      const result = await work(session);
      await add(
        claimed,
        session,
        keep(context, () => result),
      );
      return { type: 'done', result };
    });
  } catch (thrown) {
    if (isReceiptTaken(thrown)) throw thrown;
    const error = asRefusal(thrown);
    const refusal = keptRefusal(context, error);
    if (!refusal) throw error;
    return keepRefusal(claimed, refusal, error);
  }
}

/** The work's own transaction is gone, with whatever it had written. */
async function keepRefusal<Result>(claimed: Claimed<Result>, refusal: Kept, error: unknown): Promise<Done<Result>> {
  const first = await transact(claimed.client, async (session) => {
    const receipt = await find(claimed, session);
    if (!receipt) await add(claimed, session, refusal);
    return receipt;
  });
  if (!first) throw error;
  return { type: 'known', receipt: first };
}

async function find<Result>({ receipts, context, claim }: Claimed<Result>, session: ClientSession): Promise<Receipt | undefined> {
  return (await receipts.find(tenantKey(context.tenant), [claim.id], session)).get(claim.id);
}

async function add<Result>({ receipts, context, claim }: Claimed<Result>, session: ClientSession, answer: Kept): Promise<void> {
  const { id, fingerprint } = claim;
  await receipts.add(session, tenantKey(context.tenant), [{ id, fingerprint, subject: null, answer }]);
}
