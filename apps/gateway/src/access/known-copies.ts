import { asUnavailable } from '@fulfilment/mongo';
import { BoundedMap } from './bounded-map.ts';

/** Milliseconds that a copy is believed, from when its reading began: a revocation is known within half a second. */
const BELIEVED_MS = 500;
/** Milliseconds that a copy lives on while there is no primary: then nothing can be revoked either. */
const OUTAGE_MS = 60_000;
/** Milliseconds that a name is remembered to be nobody's. The text of a new secret is random, so nobody asked for it before. */
const UNKNOWN_MS = 5_000;
const REMEMBERED = 10_000;

/** Reads what is known of whoever brings a secret; undefined where nobody has it. */
export type LookUp<Asked, Known> = (asked: Asked) => Promise<Known | undefined>;

export interface KnownCopiesOptions<Asked, Known> {
  readonly lookUp: LookUp<Asked, Known>;
  /** What a copy is kept under. */
  readonly nameOf: (asked: Asked) => string;
  readonly primaryKnown: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

interface Copy<Known> {
  readonly known: Known;
  readonly readAtMs: number;
}

interface Flight<Known> {
  readonly startedMs: number;
  readonly result: Promise<Known | undefined>;
}

/**
 * Answers look-ups with copies that are never believed for long, reading each once for all requests that wait.
 *
 * @returns a look-up. It throws AppError `upstream_unavailable` while the store is away.
 */
export function makeKnownCopies<Asked, Known>(options: KnownCopiesOptions<Asked, Known>): LookUp<Asked, Known> {
  const { nameOf, primaryKnown, nowMs } = options;
  const copies = new BoundedMap<Copy<Known>>(REMEMBERED);
  const strangers = new BoundedMap<number>(REMEMBERED);
  const flights = new Map<string, Flight<Known>>();

  const keep = (name: string, readAtMs: number, known: Known | undefined): void => {
    const newer = copies.get(name);
    if (newer && newer.readAtMs > readAtMs) return;
    if (known !== undefined) return copies.set(name, { known, readAtMs });
    copies.delete(name);
    strangers.set(name, readAtMs);
  };

  const read = (asked: Asked, startedMs: number): Promise<Known | undefined> => {
    const name = nameOf(asked);
    const underWay = flights.get(name);
    // One that has flown for too long may have read before a revocation that is acknowledged by now.
    if (underWay && startedMs - underWay.startedMs < BELIEVED_MS) return underWay.result;
    const reading = async (): Promise<Known | undefined> => {
      try {
        const known = await options.lookUp(asked);
        keep(name, startedMs, known);
        return known;
      } finally {
        if (flights.get(name)?.startedMs === startedMs) flights.delete(name);
      }
    };
    const result = reading();
    flights.set(name, { startedMs, result });
    return result;
  };

  const survives = (copy: Copy<Known>): boolean => !primaryKnown() && nowMs() - copy.readAtMs < OUTAGE_MS;
  const isStranger = (name: string): boolean => nowMs() - (strangers.get(name) ?? -Infinity) < UNKNOWN_MS;

  /** The copy where there is one that lives on, or else what is read. */
  const copyOr = async (copy: Copy<Known> | undefined, reading: Promise<Known | undefined>): Promise<Known | undefined> => {
    if (copy && survives(copy)) {
      // Only a read that looks for a primary makes the driver look for one again before its next heartbeat, 10 s on.
      reading.catch(() => undefined);
      return copy.known;
    }
    try {
      return await reading;
    } catch (error) {
      if (!copy || !survives(copy)) throw asUnavailable(error);
      return copy.known;
    }
  };

  return async (asked) => {
    const [name, now] = [nameOf(asked), nowMs()];
    const copy = copies.get(name);
    if (copy && now - copy.readAtMs < BELIEVED_MS) return copy.known;
    return isStranger(name) ? undefined : copyOr(copy, read(asked, now));
  };
}
