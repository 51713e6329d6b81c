import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../api/session.ts';
import type { OrderRecord } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { dailyWork } from '../../strings-operations.ts';

const { orders: words } = dailyWork;

type Line = OrderRecord['lines'][number];

/** The lines of an order, with what is allocated and shipped of each. */
export function OrderLines({ order: { lines } }: { readonly order: OrderRecord }): ReactNode {
  const environment = useEnvironment();
  return (
    <DataTable
      label={words.lines}
      columns={columnsOf(environment)}
      list={{
        rows: lines,
        error: undefined,
        hasMore: false,
        isLoadingMore: false,
        loadMore: () => undefined,
        reload: () => undefined,
      }}
      keyOf={({ id }) => id}
      empty={{ title: words.lines, text: words.none }}
    />
  );
}

function columnsOf(environment: string): readonly Column<Line>[] {
  return [
    {
      id: 'sku',
      title: words.sku,
      cell: ({ sku }) => (
        <Link to="/$environment/stock/$sku" params={{ environment, sku }}>
          {sku}
        </Link>
      ),
    },
    { id: 'name', title: words.name, priority: 'low', cell: ({ name }) => name ?? words.none },
    { id: 'quantity', title: words.quantity, align: 'end', cell: ({ quantity }) => quantity },
    { id: 'allocated', title: words.allocated, align: 'end', cell: ({ allocated }) => allocated },
    { id: 'shipped', title: words.shipped, align: 'end', cell: ({ shipped }) => shipped },
  ];
}
