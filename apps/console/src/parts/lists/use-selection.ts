import { useState } from 'react';
import type { RowSelection } from '../data-table.tsx';

interface SelectionOptions<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  readonly labelOf: (row: Row) => string;
  /** Tells lists apart: with another one the selection is empty again. */
  readonly list: string;
}

/** Chosen rows as they were read last, and the ways to change the choice. */
export interface Chosen<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
  readonly clear: () => void;
  /** Leaves out these rows. */
  readonly drop: (keys: readonly string[]) => void;
}

/** The choice of rows of a list. A row that the list no longer shows stays chosen until it is dropped. */
export function useSelection<Row>({ rows = [], keyOf, labelOf, list }: SelectionOptions<Row>): Chosen<Row> {
  const [chosen, setChosen] = useState<{ readonly list: string; readonly rows: ReadonlyMap<string, Row> }>({
    list,
    rows: new Map(),
  });
  const kept = chosen.list === list ? chosen.rows : new Map<string, Row>();
  const set = (change: (before: Map<string, Row>) => void): void => {
    const next = new Map(kept);
    change(next);
    setChosen({ list, rows: next });
  };
  const newest = new Map(rows.map((row) => [keyOf(row), row]));
  const isAll = rows.every((row) => kept.has(keyOf(row)));
  return {
    rows: [...kept].map(([key, row]) => newest.get(key) ?? row),
    clear: () => setChosen({ list, rows: new Map() }),
    drop: (keys) =>
      // A run ends long after it was begun.
      setChosen((now) => ({ ...now, rows: new Map([...now.rows].filter(([key]) => !keys.includes(key))) })),
    selection: {
      labelOf,
      has: (row) => kept.has(keyOf(row)),
      toggle: (row) =>
        set((next) => {
          if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
        }),
      toggleAll: () =>
        set((next) => {
          for (const row of rows) {
            if (isAll) next.delete(keyOf(row));
            else next.set(keyOf(row), row);
          }
        }),
    },
  };
}
