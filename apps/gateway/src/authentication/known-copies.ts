import { asUnavailable } from '@fulfilment/mongo';
import { BoundedMap } from './bounded-map.ts';
import type { Turnstile } from './turnstile.ts';

/** Milliseconds that a copy is believed, from when its reading began: a revocation is known within half a second. */
const BELIEVED_MS = 500;
/** Milliseconds that a copy lives on while there is no primary: then nothing can be revoked either. */
const OUTAGE_MS = 60_000;
/** Milliseconds that a name is remembered to be nobody's. The text of a new secret is random, so nobody asked for it before. */
const UNKNOWN_MS = 5_000;
const REMEMBERED = 10_000;

/** Reads what is known of whoever brings a secret; undefined where nobody has it. */
export type LookUp<Asked, Known> = (asked: Asked) => Promise<Known | undefined>;

/**
 * Finds what is known of whoever brings a secret.
 *
 * @param beforeReading is asked before something is read that there is no copy of, and may throw to keep it from being read.
 */
export type FindKnown<Asked, Known> = (asked: Asked, beforeReading?: () => void) => Promise<Known | undefined>;

export interface KnownCopiesOptions<Asked, Known> {
  readonly lookUp: LookUp<Asked, Known>;
  /** What a copy is kept under. */
  readonly nameOf: (asked: Asked) => string;
  /** What has no copy is read as this lets it: anybody can make up names, and the store is needed for those who have a copy. */
  readonly turnstile: Turnstile;
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
 * @returns a look-up. It throws AppError `upstream_unavailable` while the store is away, and where too much is asked of it that has
 * no copy.
 */
export function makeKnownCopies<Asked, Known>(options: KnownCopiesOptions<Asked, Known>): FindKnown<Asked, Known> {
  const { nameOf, primaryKnown, nowMs } = options;
  const copies = new BoundedMap<Copy<Known>>(REMEMBERED);
  const lookUp = heldBack(options, (name) => copies.get(name) !== undefined);
  const strangers = new BoundedMap<number>(REMEMBERED);

  const keep = (name: string, readAtMs: number, known: Known | undefined): void => {
    const newer = copies.get(name);
    if (newer && newer.readAtMs > readAtMs) return;
    if (known !== undefined) return copies.set(name, { known, readAtMs });
    copies.delete(name);
    strangers.set(name, readAtMs);
  };

  const read = sharedReads(nameOf, async (asked: Asked, startedMs) => {
    const known = await lookUp(asked);
    keep(nameOf(asked), startedMs, known);
    return known;
  });

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

  return async (asked, beforeReading) => {
    const [name, now] = [nameOf(asked), nowMs()];
    const copy = copies.get(name);
    if (copy && now - copy.readAtMs < BELIEVED_MS) return copy.known;
    if (isStranger(name)) return undefined;
    if (!copy) beforeReading?.();
    return copyOr(copy, read(asked, now));
  };
}

/** Has what is not known yet wait for its turn. */
function heldBack<Asked, Known>(
  { lookUp, nameOf, turnstile }: Pick<KnownCopiesOptions<Asked, Known>, 'lookUp' | 'nameOf' | 'turnstile'>,
  isKnown: (name: string) => boolean,
): LookUp<Asked, Known> {
  return (asked) => (isKnown(nameOf(asked)) ? lookUp(asked) : turnstile(() => lookUp(asked)));
}

type Read<Asked, Known> = (asked: Asked, startedMs: number) => Promise<Known | undefined>;

/** Reads once for all that ask while it is under way. */
function sharedReads<Asked, Known>(nameOf: (asked: Asked) => string, readOnce: Read<Asked, Known>): Read<Asked, Known> {
  const flights = new Map<string, Flight<Known>>();
  return (asked, startedMs) => {
    const name = nameOf(asked);
    const underWay = flights.get(name);
    // One that has flown for too long may have read before a revocation that is acknowledged by now.
    if (underWay && startedMs - underWay.startedMs < BELIEVED_MS) return underWay.result;
    const reading = async (): Promise<Known | undefined> => {
      try {
        return await readOnce(asked, startedMs);
      } finally {
        if (flights.get(name)?.startedMs === startedMs) flights.delete(name);
      }
    };
    const result = reading();
    flights.set(name, { startedMs, result });
    return result;
  };
}
