import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { operations } from '../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { LocationRecord, LocationStockRecord, ScanRecord } from '../../api/types.ts';
import { inWords } from '../../language/codes.ts';
import { Identifier } from '../../parts/copy.tsx';
import { useAddressValues } from '../../parts/address-values.ts';
import { RecordActions } from '../../parts/actions/record-actions.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { type Fact, Facts, Panel, SkuLink } from '../../parts/facts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { History, type HistoryEntry } from '../../parts/lists/history.tsx';
import { type View, Views } from '../../parts/lists/views.tsx';
import { SCAN_TYPES } from '../../parts/scanning/scanning-strings.ts';
import { strings as all } from '../../strings.ts';
import { ArchiveLocationDialog, CreateLocationDialog, EditLocationDialog, RestoreLocationDialog } from './location-dialogs.tsx';
import { isDefaultWarehouse, typeBelow, useLocation } from './location-records.ts';
import { strings as words } from './location-strings.ts';
import { ShippingDialog } from './shipping-dialog.tsx';

/** One location: what is known of it, what can be done with it, and what lies there. */
export function LocationPanel({ id }: { readonly id: string }): ReactNode {
  const { data: location, error, refetch } = useLocation(id);
  const environment = useEnvironment();
  const may = usePermissions();
  if (location === undefined)
    return error ? (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="loading">{all.table.loading}</p>
    );
  const { type, name, usage, sellable, status, version, created_at: created, updated_at: updated } = location;
  return (
    <>
      <Panel title={location.path} actions={<Actions location={location} />}>
        <Facts
          facts={[
            [words.type, words.types[type]],
            [words.name, name],
            [words.usage, sellable ? words.uses[usage] : words.unsellable(words.uses[usage])],
            ...shippingFacts(location),
            [words.state, <StatusOf key="status" status={status} />],
            [words.created, <Time key="created" at={created} />],
            [words.changed, version === 1 ? undefined : <Time key="changed" at={updated} />],
            [words.id, <Identifier key="id" id={id} />],
          ]}
        />
        <span className="row">
          <Link to={`/${environment}/labels`} search={{ location: id }}>
            {words.labels}
          </Link>
        </span>
      </Panel>
      <Stock location={location} />
      {may('scans:read') && <LastScans location={location} />}
    </>
  );
}

/** The history of a location: the scans that name it, newest first. */
function LastScans({ location: { id, path } }: { readonly location: LocationRecord }): ReactNode {
  const environment = useEnvironment();
  const list = useRows(operations.listScans, { query: { environment, location: id, limit: 20 } });
  return (
    <Panel
      title={all.history.title}
      actions={
        <Link to={`/${environment}/scans`} search={{ location: path }}>
          {words.scans}
        </Link>
      }
    >
      <History list={list} entryOf={entryOf} />
    </Panel>
  );
}

function entryOf({
  id,
  type,
  sku,
  barcode,
  quantity,
  operator,
  device_id: device,
  received_at: at,
  applied,
}: ScanRecord): HistoryEntry {
  // The station names its member by id, a device its operator as it likes.
  const isMember = operator?.startsWith('mem_') === true;
  return {
    id,
    title: inWords(type, SCAN_TYPES),
    at,
    actor: isMember ? operator : null,
    after: (isMember ? device : (operator ?? device)) ?? undefined,
    isRefused: applied === 'refused',
    children: (
      <span className="wrapped">
        {sku === null ? <code>{barcode}</code> : <SkuLink sku={sku} />} {quantity !== null && words.times(quantity)}
      </span>
    ),
  };
}

/** The orders that a warehouse ships. */
function shippingFacts({ ships, priority, countries }: LocationRecord): readonly Fact[] {
  if (ships === null) return [];
  return [
    [words.shipping.label, words.shipping.ships[`${ships}`]],
    [words.shipping.priority, priority],
    [words.shipping.countries, countries?.join(', ') ?? words.shipping.everywhere],
  ];
}

function StatusOf({ status }: Pick<LocationRecord, 'status'>): ReactNode {
  return <StatusBadge {...STATES.location[status]}>{words[status]}</StatusBadge>;
}

const DIALOGS = {
  create: ({ location, onClose }) => <CreateLocationDialog parent={location} onClose={onClose} />,
  edit: EditLocationDialog,
  ships: ShippingDialog,
  archive: ArchiveLocationDialog,
  restore: RestoreLocationDialog,
} as const satisfies Record<string, (props: { readonly location: LocationRecord; readonly onClose: () => void }) => ReactNode>;

type Action = keyof typeof DIALOGS;

function Actions({ location }: { readonly location: LocationRecord }): ReactNode {
  const mayChange = usePermissions()('locations:write');
  const [open, setOpen] = useState<Action>();
  if (!mayChange) return null;
  const Open = open && DIALOGS[open];
  return (
    <span className="row">
      <RecordActions
        size="small"
        actions={actionsOf(location).map((action) => ({
          id: action,
          title: labelOf(action, location),
          kind: action === 'archive' ? 'danger' : undefined,
          onPress: () => setOpen(action),
        }))}
      />
      {Open && <Open location={location} onClose={() => setOpen(undefined)} />}
    </span>
  );
}

function actionsOf(location: LocationRecord): readonly Action[] {
  if (location.status === 'archived') return ['edit', 'restore'];
  return [
    ...(typeBelow(location.type) === undefined ? [] : ['create' as const]),
    'edit',
    ...(location.type === 'warehouse' ? ['ships' as const] : []),
    ...(isDefaultWarehouse(location) ? [] : ['archive' as const]),
  ];
}

function labelOf(action: Action, { type }: LocationRecord): string {
  return action === 'create' ? words.create[typeBelow(type) ?? 'bin'] : words[action];
}

const VIEWS: readonly View[] = [
  { value: undefined, title: words.views.below },
  { value: 'here', title: words.views.here },
];

function Stock({ location }: { readonly location: LocationRecord }): ReactNode {
  const environment = useEnvironment();
  const [{ view }] = useAddressValues();
  const query = { environment, recursive: view === 'here' ? false : undefined };
  const list = useRows(operations.listLocationStock, { params: { id: location.id }, query });
  return (
    <div>
      {typeBelow(location.type) !== undefined && <Views label={words.viewsLabel} views={VIEWS} />}
      <DataTable
        label={words.stock}
        columns={columnsOf(location)}
        list={list}
        keyOf={({ sku }) => sku}
        empty={{ title: words.stockEmptyTitle, text: words.stockEmpty }}
      />
    </div>
  );
}

function columnsOf({ path }: LocationRecord): readonly Column<LocationStockRecord>[] {
  return [
    {
      id: 'sku',
      title: words.sku,
      cell: ({ sku }) => <SkuLink sku={sku} />,
    },
    { id: 'name', title: words.name, priority: 'low', cell: ({ name }) => name },
    { id: 'units', title: words.units, align: 'end', cell: ({ on_hand: units }) => units },
    { id: 'where', title: words.where, cell: ({ stock }) => <Where stock={stock} path={path} /> },
  ];
}

/** The locations that hold units of a SKU: the chosen one itself, and those below it by the rest of their paths. */
function Where({ stock, path }: Pick<LocationStockRecord, 'stock'> & Pick<LocationRecord, 'path'>): ReactNode {
  return (
    <span className="places">
      {stock.map(({ location_id: id, location_path: place, on_hand: units }) => (
        <span key={id}>
          {place === path ? (
            words.itself
          ) : (
            <Link to="." search={(before: object) => ({ ...before, location: id })} activeProps={{}}>
              {place.slice(path.length + 1)}
            </Link>
          )}
          {stock.length > 1 && <span className="quiet"> {units}</span>}
        </span>
      ))}
    </span>
  );
}
