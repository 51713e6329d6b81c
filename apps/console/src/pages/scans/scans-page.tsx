import '../../styles/operations.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { ScanRecord } from '../../api/types.ts';
import { inWords } from '../../language/codes.ts';
import { Actor } from '../../parts/actor.tsx';
import { useAddressValues } from '../../parts/address-values.ts';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { SkuLink } from '../../parts/facts.tsx';
import { type Filter, FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SCAN_TYPES } from '../../parts/scanning/scanning-strings.ts';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { scanWords as words } from './scan-strings.ts';

const LIVE_MS = 2_000;

const FILTERS: readonly Filter[] = [
  { name: 'barcode', label: words.barcode, type: 'search' },
  { name: 'sku', label: words.sku, type: 'search' },
  { name: 'location', label: words.place, type: 'search', placeholder: 'A3/S2' },
  { name: 'device_id', label: words.device, type: 'search' },
  { name: 'operator', label: words.person, type: 'search' },
];

const COLUMNS: readonly Column<ScanRecord>[] = [
  { id: 'barcode', title: words.barcode, cell: ({ barcode }) => <code>{barcode}</code>, detail: ({ sku }) => sku ?? undefined },
  { id: 'type', title: words.type, cell: ({ type }) => inWords(type, SCAN_TYPES) },
  { id: 'sku', title: words.sku, priority: 'low', cell: ({ sku }) => (sku === null ? words.none : <SkuLink sku={sku} />) },
  { id: 'quantity', title: words.quantity, align: 'end', priority: 'low', cell: ({ quantity }) => quantity ?? words.none },
  { id: 'place', title: words.place, priority: 'low', cell: ({ location }) => location ?? words.none },
  { id: 'applied', title: words.applied, priority: 'low', cell: (scan) => <Applied scan={scan} /> },
  { id: 'device', title: words.device, priority: 'low', cell: ({ device_id: device }) => device ?? words.none },
  { id: 'person', title: words.person, priority: 'low', cell: ({ operator }) => <Person name={operator} /> },
  { id: 'received', title: words.received, cell: ({ received_at: at }) => <Time at={at} isRelative /> },
];

/** The scans of the environment as they come in. */
export function ScansPage(): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const [{ barcode, sku, location, device_id, operator }] = useAddressValues();
  const query = { environment, barcode, sku, location, device_id, operator };
  const list = useRows(operations.listScans, { query }, { everyMs: LIVE_MS, keyOf: ({ id }) => id });
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          may('scans:write') && (
            <Link className="button" data-kind="primary" to={`/${environment}/station`}>
              {words.toStation}
            </Link>
          )
        }
      />
      <FilterBar filters={FILTERS} />
      <DataTable
        label={words.title}
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty }}
      />
    </>
  );
}

/** The operator of a scan, of the station the member. */
function Person({ name }: { readonly name: string | null }): ReactNode {
  if (name === null) return words.none;
  return name.startsWith('mem_') ? <Actor id={name} /> : name;
}

function Applied({ scan: { applied, refusal } }: { readonly scan: ScanRecord }): ReactNode {
  if (applied === null) return words.none;
  return (
    <span title={refusal?.detail}>
      <StatusBadge {...STATES.scan[applied]}>{words.states[applied]}</StatusBadge>
    </span>
  );
}
