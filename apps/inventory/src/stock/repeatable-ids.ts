import { type IdPrefix, newId } from '@fulfilment/kernel';

export interface RepeatableIds {
  /** The next id; after `rewind` the same ones again, in their order. */
  readonly next: (prefix: IdPrefix) => string;
  readonly rewind: () => void;
}

/** Ids that a transaction's retries keep: an event has one id even if the answer to its commit was lost. */
export function repeatableIds(make: (prefix: IdPrefix) => string = newId): RepeatableIds {
  const made = new Map<IdPrefix, string[]>();
  let given = new Map<IdPrefix, number>();
  return {
    next: (prefix) => {
      const ids = made.get(prefix) ?? [];
      made.set(prefix, ids);
      const place = given.get(prefix) ?? 0;
      given.set(prefix, place + 1);
      return (ids[place] ??= make(prefix));
    },
    rewind: () => {
      given = new Map();
    },
  };
}
