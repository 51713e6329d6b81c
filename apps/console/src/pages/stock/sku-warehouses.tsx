import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { SkuRecord } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, rowsOfRecord } from '../../parts/data-table.tsx';
import { useWarehouses } from '../../parts/fields/warehouse-filter.ts';
import { stockWords as words } from './stock-strings.ts';
import { SkuAction } from './sku-actions.tsx';

const SkuWarehouseDialog = lazy(async () => ({ default: (await import('./sku-warehouse-dialog.tsx')).SkuWarehouseDialog }));

type Row = SkuRecord['warehouses'][number];

const QUANTITIES: readonly Column<Row>[] = [
  { id: 'on_hand', title: words.onHand, align: 'end', cell: (row) => row.on_hand },
  { id: 'allocated', title: words.allocated, align: 'end', priority: 'low', cell: (row) => row.allocated },
  { id: 'reserved', title: words.reserved, align: 'end', priority: 'low', cell: (row) => row.reserved },
  { id: 'unavailable', title: words.unavailable, align: 'end', priority: 'low', cell: (row) => row.unavailable },
  { id: 'buffer', title: words.buffer, align: 'end', priority: 'low', cell: (row) => row.buffer },
  { id: 'available', title: words.available, align: 'end', cell: (row) => row.available },
  { id: 'incoming', title: words.incoming, align: 'end', priority: 'low', cell: (row) => row.incoming },
];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'warehouse', title: words.warehouse, cell: (row) => <WarehouseOf row={row} /> },
  ...QUANTITIES,
  { id: 'safety_stock', title: words.safetyStock, align: 'end', priority: 'low', cell: (row) => row.safety_stock ?? NOT_SET },
  { id: 'reorder_point', title: words.reorderPoint, align: 'end', priority: 'low', cell: (row) => row.reorder_point ?? NOT_SET },
];

const NOTHING = { on_hand: 0, allocated: 0, reserved: 0, unavailable: 0, buffer: 0, available: 0, incoming: 0 };
const UNSET = { safety_stock: null, reorder_point: null };

/** The warehouses of a SKU, and for who may set it those in which it has nothing. */
function useRowsOf({ warehouses }: SkuRecord, maySet: boolean): readonly Row[] {
  const all = useWarehouses() ?? [];
  const others = all.filter(({ id }) => warehouses.every(({ warehouse_id: known }) => known !== id));
  const empty = others.map(({ id, code }) => ({ warehouse_id: id, warehouse: code, ...NOTHING, ...UNSET }));
  return maySet ? [...warehouses, ...empty] : warehouses;
}

/** The quantities and settings of a SKU by warehouse, where there is more than one or it has settings for one. */
export function SkuWarehouses({ sku }: { readonly sku: SkuRecord }): ReactNode {
  const maySet = usePermissions()('inventory:write') && sku.status === 'active';
  const warehouses = useRowsOf(sku, maySet);
  const [open, setOpen] = useState<{ readonly row: Row; readonly sku: SkuRecord }>();
  if (warehouses.length < 2 && warehouses.every(isUnset)) return null;
  const set: Column<Row> = {
    id: 'set',
    title: words.setWarehouse,
    hasHiddenTitle: true,
    cell: (row) => (
      <Button size="small" label={words.setWarehouseOf(row.warehouse)} onPress={() => setOpen({ row, sku })}>
        {words.setWarehouse}
      </Button>
    ),
  };
  return (
    <>
      <div className="tile-group">
        <h2>{words.byWarehouse}</h2>
        <DataTable
          label={words.byWarehouse}
          columns={maySet ? [...COLUMNS, set] : COLUMNS}
          list={rowsOfRecord(warehouses)}
          keyOf={(row) => row.warehouse_id}
          empty={{ title: words.placesEmpty, text: '' }}
        />
      </div>
      <Suspense>
        {open && (
          <SkuAction sku={open.sku} done={words.warehouseSet} onClose={() => setOpen(undefined)}>
            {(props) => <SkuWarehouseDialog {...props} row={open.row} />}
          </SkuAction>
        )}
      </Suspense>
    </>
  );
}

const NOT_SET = '–';

const isUnset = ({ safety_stock: safety, reorder_point: reorder }: Row): boolean => safety === null && reorder === null;

function WarehouseOf({ row }: { readonly row: Row }): ReactNode {
  const environment = useEnvironment();
  if (!usePermissions()('locations:read')) return row.warehouse;
  return (
    <Link to={`/${environment}/locations`} search={{ location: row.warehouse_id }}>
      {row.warehouse}
    </Link>
  );
}
