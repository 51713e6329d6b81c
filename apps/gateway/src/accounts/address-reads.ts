import type { CallerClaims } from '@fulfilment/contracts';
import { type Clock, type Kept, type Progress, Rounds, type Stoppable, unwatched } from '@fulfilment/kernel';
import { auditEntry } from './account-commands.ts';
import type { AuditEntry } from './account-ports.ts';

/** Orders with addresses that a caller reads in an hour without an entry: a day's work at a screen is not noted. */
const UNNOTED = 50;
const WRITE_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;

/** An answer with addresses. */
export interface AddressRead {
  readonly claims: CallerClaims;
  /** Of the client. */
  readonly address: string;
  readonly requestId: string;
  /** Orders that were shown with their address. */
  readonly orders: number;
}

export interface AddressReadsOptions {
  /** Writes entries, or their new numbers. */
  readonly write: (entries: readonly AuditEntry[]) => Promise<void>;
  readonly now: Clock;
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two writes, which are one batch for all callers; 10 s by default. */
  readonly everyMs?: number;
  /** Has writes begun again where they stand still; unwatched by default. */
  readonly progress?: Progress;
}

/** The reads of one caller in one hour of the clock. */
interface Tally {
  readonly hour: number;
  /** Its first read; its address is the latest. */
  entry: AuditEntry;
  answers: number;
  orders: number;
  /** Answers that its entry in the audit log has. */
  written: number;
}

/**
 * Notes who reads orders with addresses in pages and one by one: an entry of the audit log for each caller and hour in which it reads more
 * than 50, written by rounds, so that no read waits for a write. The numbers of an entry grow until its hour has ended; a process that ends
 * by force loses what it has counted since the last round, 10 s at most.
 */
export class AddressReads implements Stoppable {
  readonly #options: AddressReadsOptions;
  readonly #everyMs: number;
  readonly #tallies = new Map<string, Tally>();
  readonly #rounds: Kept<Rounds>;

  constructor(options: AddressReadsOptions) {
    this.#options = options;
    const { onError, everyMs = WRITE_EVERY_MS, progress = unwatched } = options;
    this.#everyMs = everyMs;
    this.#rounds = progress.keep({
      name: 'notes of reads of addresses',
      engines: ['mongodb'],
      make: (mark) => new Rounds({ round: () => this.#write(), onError, pauseMs: everyMs, firstMs: everyMs }, mark),
    });
  }

  note({ claims, address, requestId, orders }: AddressRead): void {
    const at = this.#options.now();
    const hour = Math.floor(at.getTime() / HOUR_MS);
    const caller = `${claims.sub} ${claims.env}`;
    const by = { actor: claims.sub, address, requestId };
    const known = this.#tallies.get(caller);
    const tally = known?.hour === hour ? known : { hour, entry: entryOf(claims, by, at), answers: 0, orders: 0, written: 0 };
    // The last numbers of the hour before are written beside the new ones.
    if (known && known !== tally) this.#tallies.set(`${caller} ${known.hour}`, known);
    this.#tallies.set(caller, tally);
    tally.entry = { ...tally.entry, by: { ...tally.entry.by, address } };
    tally.answers += 1;
    tally.orders += orders;
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#write().catch(this.#options.onError);
  }

  /** @returns milliseconds until the next. */
  async #write(): Promise<number> {
    const unwritten = [...this.#tallies.values()]
      .filter(isUnwritten)
      .map((tally) => ({ tally, answers: tally.answers, entry: entryWith(tally) }));
    if (unwritten.length > 0) await this.#options.write(unwritten.map(({ entry }) => entry));
    // Once they are written, not before: a write may end with an error, or not at all.
    for (const { tally, answers } of unwritten) tally.written = answers;
    this.#forgetEnded();
    return this.#everyMs;
  }

  #forgetEnded(): void {
    const hour = Math.floor(this.#options.now().getTime() / HOUR_MS);
    for (const [caller, tally] of this.#tallies) if (tally.hour < hour && !isUnwritten(tally)) this.#tallies.delete(caller);
  }
}

const isUnwritten = ({ orders, answers, written }: Tally): boolean => orders > UNNOTED && answers > written;

function entryWith({ entry, hour, answers, orders }: Tally): AuditEntry {
  return { ...entry, details: { hour: new Date(hour * HOUR_MS).toISOString(), answers, orders } };
}

function entryOf({ acc, env }: CallerClaims, by: AuditEntry['by'], at: Date): AuditEntry {
  const subject = { accountId: acc, environment: env, target: { type: 'account', id: acc } } as const;
  return auditEntry('orders.read', subject, { by, at });
}
