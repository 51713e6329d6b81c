import { type Clock, firstIdAt } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';
import { outboxOf, type ScanDocument, SCANS, UNANSWERED } from './scan-documents.ts';
import type { MessagesOf } from './scan-operator-store.ts';

const AT_ONCE = 200;
/** A scan that waits for long is asked for again after another quarter of its time. */
const SHARE_OF_AGE = 4;

/**
 * Sends the commands of scans again whose movement inventory has not answered for long: the command or its outcome may be lost. The
 * id of the command makes it harmless: inventory answers it as it did before.
 */
export class UnansweredMoves {
  readonly #scans: Collection<ScanDocument>;
  readonly #messagesOf: MessagesOf;
  readonly #waitMs: number;
  readonly #now: Clock;
  /** The next pass goes on behind this scan. */
  #after = '';

  /** @param options.waitMs milliseconds after which a scan waits too long. */
  constructor(
    db: Db,
    { messagesOf, waitMs, now }: { readonly messagesOf: MessagesOf; readonly waitMs: number; readonly now: Clock },
  ) {
    this.#scans = db.collection(SCANS);
    this.#messagesOf = messagesOf;
    this.#waitMs = waitMs;
    this.#now = now;
  }

  /** Looks at the next 200 scans that wait too long. @returns the number of commands that are sent again. */
  async pass(): Promise<number> {
    const now = this.#now();
    const found = await this.#scans
      .find({
        'scan.applied': 'pending',
        _id: { $gt: this.#after, $lt: firstIdAt('scn', new Date(now.getTime() - this.#waitMs)) },
      })
      .sort({ _id: 1 })
      .hint(UNANSWERED)
      .limit(AT_ONCE)
      .toArray();
    const { _id: last = '' } = found.at(AT_ONCE - 1) ?? {};
    this.#after = last;
    const writes = found.flatMap((document) => {
      const { command } = this.#messagesOf(document);
      if (!command || document.command || !this.#isDue(document, now)) return [];
      const { _id } = document;
      const filter = { _id, 'scan.applied': 'pending' as const, command: { $exists: false } };
      return [{ updateOne: { filter, update: { $set: { command: outboxOf(command), resent_at: now } } } }];
    });
    return writes.length === 0 ? 0 : (await this.#scans.bulkWrite(writes, { ordered: false })).modifiedCount;
  }

  #isDue({ scan, resent_at: resentAt }: ScanDocument, now: Date): boolean {
    if (!resentAt) return true;
    const ageMs = now.getTime() - new Date(scan.received_at).getTime();
    return now.getTime() - resentAt.getTime() >= Math.max(this.#waitMs, ageMs / SHARE_OF_AGE);
  }
}
