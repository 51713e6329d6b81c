import type { OutboxPage, OutboxRow, OutboxSource } from './outbox.ts';

/**
 * Two places of one outbox as one source, for a single relay: the rows of `first` go before those of `second` with the same key.
 * `second` is read before `first`: a row of `first` that was committed before a row of `second` is in the same page, or published.
 *
 * @param second alone may have carriers, which know the ids of its rows.
 * @param options.isOfSecond tells by the id of a row where it was read.
 */
export function mergeSources(
  first: OutboxSource,
  second: Omit<OutboxSource, 'name' | 'shards'>,
  { isOfSecond }: { readonly isOfSecond: (id: string) => boolean },
): OutboxSource {
  return {
    name: first.name,
    shards: first.shards,
    read: async (from) => {
      const after = await second.read(from);
      return merge([await first.read(from), after]);
    },
    markPublished: async (ids) => {
      const { true: ofSecond = [], false: ofFirst = [] } = Object.groupBy(ids, (id) => (isOfSecond(id) ? 'true' : 'false'));
      await Promise.all([
        ofFirst.length > 0 ? first.markPublished(ofFirst) : undefined,
        ofSecond.length > 0 ? second.markPublished(ofSecond) : undefined,
      ]);
    },
    deadLetter: (id, reason) => (isOfSecond(id) ? second : first).deadLetter(id, reason),
    ...(second.carriers && { carriers: second.carriers }),
    oldestAt: async () => {
      const found = await Promise.all([first.oldestAt(), second.oldestAt()]);
      return found.filter((at) => at !== undefined).toSorted((a, b) => a.getTime() - b.getTime())[0];
    },
  };
}

/** The rows up to the key to which both pages reach, in the order of their keys. */
function merge([first, second]: readonly [OutboxPage, OutboxPage]): OutboxPage {
  const ends = [first, second].map(({ rows, more }) => (more ? rows.at(-1)?.record.key : undefined));
  const reached = ends.filter((key) => key !== undefined).toSorted()[0];
  const isReached = ({ record: { key } }: OutboxRow): boolean => reached === undefined || key <= reached;
  const rows = [
    ...first.rows.filter(isReached),
    // Of the key at which the first page ends it may have more, which go before those.
    ...second.rows.filter((row) => isReached(row) && row.record.key !== ends[0]),
  ];
  return {
    rows: rows.toSorted(({ record: a }, { record: b }) => (a.key < b.key ? -1 : Number(a.key > b.key))),
    more: reached !== undefined,
  };
}
