import type { ReactNode } from 'react';
import type { OrderRecord } from '../../api/types.ts';
import { type Column, DataTable, rowsOfRecord } from '../../parts/data-table.tsx';
import { SkuLink } from '../../parts/facts.tsx';
import { orderWords as words } from './order-strings.ts';

type Line = OrderRecord['lines'][number];

/** The lines of an order, with what became of the units of each; warehouses, dropped and returned units where there are some, for which a phone has no column. */
export function OrderLines({ order: { lines } }: { readonly order: OrderRecord }): ReactNode {
  const isSeen = (id: string): boolean => {
    if (id === 'allocations') return lines.some(({ allocations }) => allocations.length > 0);
    return !isOptional(id) || lines.some((line) => line[id] > 0);
  };
  const columns = COLUMNS.filter(({ id }) => isSeen(id));
  return (
    <DataTable
      label={words.lines}
      columns={columns}
      hasCards={columns.some(({ id }) => id === 'allocations' || isOptional(id))}
      list={rowsOfRecord(lines)}
      keyOf={({ id }) => id}
      empty={{ title: words.lines, text: words.none }}
    />
  );
}

function isOptional(id: string): id is 'cancelled' | 'returned' {
  return id === 'cancelled' || id === 'returned';
}

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'sku',
    title: words.sku,
    cell: ({ sku }) => <SkuLink sku={sku} />,
  },
  { id: 'name', title: words.name, priority: 'low', cell: ({ name }) => name ?? words.none },
  { id: 'quantity', title: words.quantity, align: 'end', cell: ({ quantity }) => quantity },
  { id: 'allocated', title: words.allocated, align: 'end', cell: ({ allocated }) => allocated },
  {
    id: 'allocations',
    title: words.warehouses,
    cell: ({ allocations }) =>
      allocations.map(({ quantity, warehouse }) => words.heldIn(quantity, warehouse)).join(', ') || words.none,
  },
  {
    id: 'backordered',
    title: words.waiting,
    align: 'end',
    priority: 'low',
    cell: ({ backordered }) => backordered,
  },
  { id: 'packed', title: words.statuses.packed, align: 'end', priority: 'low', cell: ({ packed }) => packed },
  { id: 'shipped', title: words.shipped, align: 'end', cell: ({ shipped }) => shipped },
  { id: 'returned', title: words.returned, align: 'end', cell: ({ returned }) => returned },
  { id: 'cancelled', title: words.dropped, align: 'end', cell: ({ cancelled }) => cancelled },
];
