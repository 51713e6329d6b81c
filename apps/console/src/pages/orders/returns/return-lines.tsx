import type { ReactNode } from 'react';
import type { ReturnRecord } from '../../../api/types.ts';
import { inWords } from '../../../language/codes.ts';
import { type Column, DataTable, rowsOfRecord } from '../../../parts/data-table.tsx';
import { SkuLink } from '../../../parts/facts.tsx';
import { dispositionsOf, type ReturnLine } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';

/** The lines of a return, with what became of the units of each; waived and missing units where there are some. */
export function ReturnLines({ of: { lines } }: { readonly of: ReturnRecord }): ReactNode {
  const isSeen = (name: string): boolean => (name !== 'missing' && name !== 'waived') || lines.some((line) => line[name] > 0);
  return (
    <DataTable
      label={words.lines}
      columns={COLUMNS.filter(({ id }) => isSeen(id))}
      list={rowsOfRecord(lines)}
      hasCards
      keyOf={({ line_id: id }) => id}
      empty={{ title: words.lines, text: words.none }}
    />
  );
}

const COLUMNS: readonly Column<ReturnLine>[] = [
  {
    id: 'sku',
    title: words.sku,
    cell: ({ sku, name }) => (
      <>
        <SkuLink sku={sku} />
        {name !== null && <span className="detail">{name}</span>}
      </>
    ),
  },
  { id: 'quantity', title: words.units, align: 'end', cell: ({ quantity }) => quantity },
  { id: 'expected', title: words.expected, align: 'end', cell: ({ expected }) => expected },
  { id: 'received', title: words.received, align: 'end', cell: ({ received }) => received },
  { id: 'missing', title: words.missing, align: 'end', cell: ({ missing }) => missing },
  { id: 'waived', title: words.waived, align: 'end', cell: ({ waived }) => waived },
  { id: 'dispositions', title: words.dispositionsOf, cell: dispositionsOf },
  {
    id: 'reason',
    title: words.why,
    cell: ({ reason, note }) => (
      <>
        {inWords(reason, words.reasons)}
        {note !== null && <span className="detail wrapped">{note}</span>}
      </>
    ),
  },
];
