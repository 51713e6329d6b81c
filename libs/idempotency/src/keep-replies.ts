import type { Answered, RequestContext } from '@fulfilment/kernel';
import { transactTogether, type TransactOptions } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import { makeAnswerOnce } from './once.ts';
import { KEPT_MS, type Receipts } from './receipts.ts';

/** Encrypts replies while they are kept. */
export interface Sealing {
  /** @returns text that no other process can read, good until `endsAt`. */
  seal(content: Readonly<Record<string, unknown>>, endsAt: Date): Promise<string>;
  /** @returns undefined where it cannot be opened. */
  open(text: string, now: Date): Promise<Readonly<Record<string, unknown>> | undefined>;
}

export interface KeepReplyOptions extends TransactOptions {
  readonly client: MongoClient;
  readonly receipts: Receipts;
  /** The first one seals; each opens what it sealed. */
  readonly sealings: readonly [Sealing, ...Sealing[]];
}

/**
 * Runs a request and, under one idempotency key, once: a repeat gets the first reply, which is kept encrypted in the transaction of
 * its effect. For APIs whose replies hold secrets, and whose use cases know nothing of keys.
 *
 * @param run writes by `transact` of the same client alone; its reply goes through JSON.
 * @throws as `AnswerOnce` does.
 */
export type KeepReply = <Reply>(context: RequestContext, run: () => Promise<Reply>) => Promise<Answered<Reply>>;

/** The store deletes expired receipts within a minute or two; until then they open. */
const SEALED_MS = 2 * KEPT_MS;

/** Keeps replies in the receipts of a service. @param options the secrets that seal them, the newest first. */
export function makeKeepReply({ client, receipts, sealings, ...options }: KeepReplyOptions): KeepReply {
  const once = makeAnswerOnce({
    receipts,
    transact: (work) => transactTogether(client, (session) => work(session, noMessages), options),
  });
  return async (context, run) => {
    const seal = async (): Promise<string> => sealings[0].seal({ reply: await run() }, new Date(Date.now() + SEALED_MS));
    const { result, replayed } = await once(context, seal);
    for (const sealing of sealings) {
      const opened = await sealing.open(result, new Date());
      if (opened) return { result: JSON.parse(JSON.stringify(opened['reply'])), replayed };
    }
    throw new Error('A kept reply was sealed under a secret that this process does not have');
  };
}

const noMessages = (): Promise<void> => Promise.reject(new Error('A kept reply has no messages of its own'));
