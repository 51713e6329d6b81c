import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { SkuRecord } from '../../api/types.ts';
import { type Column, DataTable, fixedRows } from '../../parts/data-table.tsx';
import { dailyWork } from '../../strings-operations.ts';

const { stock: words } = dailyWork;

type Row = SkuRecord['warehouses'][number];

const QUANTITIES: readonly Column<Row>[] = [
  { id: 'on_hand', title: words.onHand, align: 'end', cell: (row) => row.on_hand },
  { id: 'allocated', title: words.allocated, align: 'end', cell: (row) => row.allocated },
  { id: 'reserved', title: words.reserved, align: 'end', priority: 'low', cell: (row) => row.reserved },
  { id: 'unavailable', title: words.unavailable, align: 'end', priority: 'low', cell: (row) => row.unavailable },
  { id: 'buffer', title: words.buffer, align: 'end', priority: 'low', cell: (row) => row.buffer },
  { id: 'available', title: words.available, align: 'end', cell: (row) => row.available },
];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'warehouse', title: words.warehouse, cell: (row) => <WarehouseOf row={row} /> },
  ...QUANTITIES,
];

/** The quantities of a SKU by warehouse, where it lies in more than one. */
export function SkuWarehouses({ sku: { warehouses } }: { readonly sku: SkuRecord }): ReactNode {
  if (warehouses.length < 2) return null;
  return (
    <DataTable
      label={words.byWarehouse}
      columns={COLUMNS}
      list={fixedRows(warehouses)}
      keyOf={(row) => row.warehouse_id}
      empty={{ title: words.placesEmpty, text: '' }}
    />
  );
}

function WarehouseOf({ row }: { readonly row: Row }): ReactNode {
  const environment = useEnvironment();
  if (!usePermissions()('locations:read')) return row.warehouse;
  return (
    <Link to={`/${environment}/locations`} search={{ location: row.warehouse_id }}>
      {row.warehouse}
    </Link>
  );
}
