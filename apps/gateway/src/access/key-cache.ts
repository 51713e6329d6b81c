import { asUnavailable } from '@fulfilment/mongo';
import { BoundedMap } from './bounded-map.ts';
import type { KnownKey, LookUpKey } from '../use-cases/ports.ts';

/** Milliseconds that a copy is believed, from when its reading began: a revocation is known within half a second. */
const BELIEVED_MS = 500;
/** Milliseconds that a copy lives on while there is no primary: then nothing can be revoked either. */
const OUTAGE_MS = 60_000;
/** Milliseconds that a digest is remembered to be nobody's. A new key's text is random, so nobody asked for it before. */
const UNKNOWN_MS = 5_000;
const REMEMBERED = 10_000;

export interface KeyCacheOptions {
  readonly lookUp: LookUpKey;
  readonly primaryKnown: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

type Digests = Parameters<LookUpKey>[0];

interface Copy {
  readonly key: KnownKey;
  readonly readAtMs: number;
}

interface Flight {
  readonly startedMs: number;
  readonly result: Promise<KnownKey | undefined>;
}

/**
 * Finds keys by digest with copies that are never believed for long, reading each once for all requests that wait.
 *
 * @returns a look-up; undefined for a digest that is no key's. It throws AppError `upstream_unavailable` while the store is away.
 */
export function makeKeyCache({ lookUp, primaryKnown, nowMs }: KeyCacheOptions): LookUpKey {
  const copies = new BoundedMap<Copy>(REMEMBERED);
  const strangers = new BoundedMap<number>(REMEMBERED);
  const flights = new Map<string, Flight>();

  const keep = (digest: string, readAtMs: number, key: KnownKey | undefined): void => {
    const newer = copies.get(digest);
    if (newer && newer.readAtMs > readAtMs) return;
    if (key) return copies.set(digest, { key, readAtMs });
    copies.delete(digest);
    strangers.set(digest, readAtMs);
  };

  const read = (digests: Digests, startedMs: number): Promise<KnownKey | undefined> => {
    const [{ digest }] = digests;
    const underWay = flights.get(digest);
    // One that has flown for too long may have read before a revocation that is acknowledged by now.
    if (underWay && startedMs - underWay.startedMs < BELIEVED_MS) return underWay.result;
    const reading = async (): Promise<KnownKey | undefined> => {
      try {
        const key = await lookUp(digests);
        keep(digest, startedMs, key);
        return key;
      } finally {
        if (flights.get(digest)?.startedMs === startedMs) flights.delete(digest);
      }
    };
    const result = reading();
    flights.set(digest, { startedMs, result });
    return result;
  };

  const survives = (copy: Copy): boolean => !primaryKnown() && nowMs() - copy.readAtMs < OUTAGE_MS;
  const isStranger = (digest: string): boolean => nowMs() - (strangers.get(digest) ?? -Infinity) < UNKNOWN_MS;

  /** The copy where there is one that lives on, or else what is read. */
  const copyOr = async (copy: Copy | undefined, reading: Promise<KnownKey | undefined>): Promise<KnownKey | undefined> => {
    if (copy && survives(copy)) {
      // Only a read that looks for a primary makes the driver look for one again before its next heartbeat, 10 s on.
      reading.catch(() => undefined);
      return copy.key;
    }
    try {
      return await reading;
    } catch (error) {
      if (copy && survives(copy)) return copy.key;
      throw asUnavailable(error);
    }
  };

  return async (digests) => {
    const now = nowMs();
    const [{ digest }] = digests;
    const copy = copies.get(digest);
    if (copy && now - copy.readAtMs < BELIEVED_MS) return copy.key;
    return isStranger(digest) ? undefined : copyOr(copy, read(digests, now));
  };
}
