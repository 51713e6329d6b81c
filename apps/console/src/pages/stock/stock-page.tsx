import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { reading, type RequestOf } from '../../api/call.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { SkuRecord } from '../../api/types.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { SkuLink } from '../../parts/facts.tsx';
import { useWarehouseFilter } from '../../parts/fields/warehouse-filter.ts';
import { type Filter, FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { bulkRunWords } from '../../parts/lists/bulk-run-strings.ts';
import { useSelection } from '../../parts/lists/use-selection.ts';
import { useSort } from '../../parts/lists/use-sort.ts';
import { type View, Views } from '../../parts/lists/views.tsx';
import { Time } from '../../parts/time.tsx';
import { stockWords as words } from './stock-strings.ts';
import { SkuBulkBar } from './bulk/sku-bulk-bar.tsx';
import { skuFormStrings as formWords } from './sku-form-strings.ts';
import { SkuState } from './sku-state.tsx';

const AddSkuDialog = lazy(async () => ({ default: (await import('./sku-form-dialog.tsx')).AddSkuDialog }));

type Query = RequestOf<typeof operations.listSkus>['query'];

/** The query of each view. */
const QUERIES: Readonly<Record<string, Pick<Query, 'low_stock' | 'sold_out' | 'status'>>> = {
  low: { low_stock: true },
  'sold-out': { sold_out: true },
  archived: { status: 'archived' },
};

/** The views, with the SKUs of each where no filter leaves some of them out. */
function useViews(isFiltered: boolean): readonly View[] {
  const query = { environment: useEnvironment() };
  const enabled = usePermissions()('account:read');
  const { data } = useQuery({
    ...reading(accountOperations.getInventoryOverview, { query }),
    refetchInterval: 10_000,
    enabled,
  });
  const counts = isFiltered ? undefined : data;
  return [
    { value: undefined, title: words.views.active, count: counts?.skus },
    { value: 'low', title: words.views.low, count: counts?.low_stock },
    { value: 'sold-out', title: words.views.soldOut, count: counts?.sold_out },
    { value: 'archived', title: words.views.archived },
  ];
}

const FILTERS: readonly Filter[] = [
  { name: 'q', label: words.search, type: 'search' },
  { name: 'barcode', label: words.barcode, type: 'search' },
];

/** The SKUs of the environment with their units. */
export function StockPage(): ReactNode {
  const environment = useEnvironment();
  const [{ view = '', q, barcode, add: adding }, change] = useAddressValues();
  const { sort, ofTable } = useSort('sku', ['updated_at']);
  const { filters, warehouse } = useWarehouseFilter();
  const query = { environment, ...QUERIES[view], q, barcode, warehouse, sort };
  const list = useRows(operations.listSkus, { query });
  const chosen = useSelection({
    rows: list.rows,
    keyOf: ({ sku }) => sku,
    labelOf: ({ sku }) => bulkRunWords.select(sku),
    list: JSON.stringify(query),
  });
  const mayAdd = usePermissions()('inventory:write');
  const isAdding = mayAdd && adding === 'sku';
  const isNarrowed = [q, barcode, warehouse].some(Boolean);
  const isFiltered = isNarrowed || view !== '';
  const views = useViews(isNarrowed);
  const add = mayAdd && (
    <Button kind="primary" onPress={() => change({ add: 'sku' })}>
      {formWords.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={list.rows?.length === 0 && !isFiltered ? undefined : add} />
      <Views label={words.viewsLabel} views={views} />
      <FilterBar filters={[...FILTERS, ...filters]} />
      <SkuBulkBar chosen={chosen} />
      <DataTable
        label={words.title}
        columns={COLUMNS}
        list={list}
        selection={chosen.selection}
        keyOf={({ sku }) => sku}
        {...ofTable}
        empty={
          isFiltered
            ? { title: words.emptyTitle, text: words.empty }
            : { ...formWords.first, action: mayAdd && <First add={add} /> }
        }
      />
      <Suspense>{isAdding && <AddSkuDialog onClose={() => change({ add: undefined })} />}</Suspense>
    </>
  );
}

/** The ways to a first SKU: by hand, or by a file. */
function First({ add }: { readonly add: ReactNode }): ReactNode {
  const environment = useEnvironment();
  return (
    <span className="row">
      {add}
      <Link to={`/${environment}/import-export`}>{formWords.orImport}</Link>
    </span>
  );
}

const COLUMNS: readonly Column<SkuRecord>[] = [
  {
    id: 'sku',
    title: words.sku,
    sorts: { ascending: 'sku' },
    cell: ({ sku }) => <SkuLink sku={sku} />,
    detail: ({ name }) => name,
  },
  { id: 'name', title: words.name, priority: 'low', cell: ({ name }) => name },
  { id: 'state', title: words.state, cell: (sku) => <SkuState sku={sku} /> },
  { id: 'on_hand', title: words.onHand, align: 'end', priority: 'low', cell: ({ on_hand: units }) => units },
  { id: 'allocated', title: words.allocated, align: 'end', priority: 'low', cell: ({ allocated }) => allocated },
  { id: 'available', title: words.available, align: 'end', cell: ({ available }) => available },
  { id: 'home', title: words.home, priority: 'low', cell: ({ location_path: path }) => path },
  {
    id: 'updated',
    title: words.updated,
    priority: 'low',
    sorts: { ascending: 'updated_at' },
    cell: ({ updated_at: at }) => <Time at={at} isRelative />,
  },
];
