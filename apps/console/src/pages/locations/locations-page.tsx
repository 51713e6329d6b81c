import '../../styles/operations.css';
import './locations.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { LOCATION_TYPES } from '../../api/contracts/constants.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { LocationRecord } from '../../api/types.ts';
import { oneOf, someOf, useAddressValues } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/facts.tsx';
import { type Filter, FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { AllocationRulesPanel } from './allocation-rules-panel.tsx';
import { CreateLocationDialog } from './location-dialogs.tsx';
import { LocationPanel } from './location-panel.tsx';
import { useIdsAbove, useLocation } from './location-records.ts';
import { strings as words } from './location-strings.ts';
import { LocationTree } from './location-tree.tsx';

const SHOWN = ['active', 'archived', 'all'] as const;

const FILTERS: readonly Filter[] = [
  { name: 'q', label: words.search, type: 'search', placeholder: words.searchHint },
  {
    name: 'type',
    label: words.type,
    choices: [{ value: '', label: words.anyType }, ...LOCATION_TYPES.map((value) => ({ value, label: words.types[value] }))],
  },
  {
    name: 'status',
    label: words.status,
    choices: SHOWN.map((value) => ({
      value: value === 'active' ? '' : value,
      label: words.shown[value],
    })),
  },
];

/** The locations as a tree, or as a list of those that match; beside it the chosen one with what lies there. */
export function LocationsPage(): ReactNode {
  const mayChange = usePermissions()('locations:write');
  const [{ location: id = '', q = '', type = '', status }] = useAddressValues();
  const [isCreating, setIsCreating] = useState(false);
  const isList = q !== '' || type !== '' || status === 'archived';
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          mayChange && (
            <Button kind="primary" onPress={() => setIsCreating(true)}>
              {words.create.warehouse}
            </Button>
          )
        }
      />
      <FilterBar filters={FILTERS} />
      <div className="locations" data-chosen={id !== ''}>
        <div className="locations-all">{isList ? <Matches /> : <Tree id={id} status={status} />}</div>
        <div className="stack">{id === '' ? <Unchosen /> : <Chosen id={id} />}</div>
      </div>
      {isCreating && <CreateLocationDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function Tree({ id, status }: { readonly id: string; readonly status: string | undefined }): ReactNode {
  const { data } = useLocation(id);
  const above = useIdsAbove(data);
  return <LocationTree status={oneOf(SHOWN, status)} selected={id} above={above} />;
}

function Unchosen(): ReactNode {
  return (
    <>
      <Lesson />
      <AllocationRulesPanel />
    </>
  );
}

function Chosen({ id }: { readonly id: string }): ReactNode {
  return (
    <>
      <Link to="." search={(before: object) => ({ ...before, location: undefined })} className="locations-back">
        {words.all}
      </Link>
      <LocationPanel key={id} id={id} />
    </>
  );
}

/** Where nothing is chosen; of an account that has no locations of its own yet, how to begin. */
function Lesson(): ReactNode {
  const environment = useEnvironment();
  const mayChange = usePermissions()('locations:write');
  const [isCreating, setIsCreating] = useState(false);
  const { rows } = useRows(operations.listLocations, { query: { environment, limit: 2, status: 'all' } });
  const [main, ...others] = rows ?? [];
  if (main === undefined || others.length > 0) return <Warehouses />;
  return (
    <Panel title={words.lesson.title}>
      <p>{words.lesson.text}</p>
      <p className="quiet">{words.lesson.path}</p>
      {mayChange && (
        <span>
          <Button kind="primary" onPress={() => setIsCreating(true)}>
            {words.lesson.first}
          </Button>
        </span>
      )}
      {isCreating && <CreateLocationDialog parent={main} onClose={() => setIsCreating(false)} />}
    </Panel>
  );
}

/** The use of each warehouse and the orders that it ships, until a location is chosen. */
function Warehouses(): ReactNode {
  const environment = useEnvironment();
  const list = useRows(operations.listLocations, { query: { environment, type: ['warehouse'], status: 'active', sort: 'path' } });
  return (
    <div className="locations-hint tile-group">
      <h2>{words.warehouses}</h2>
      <DataTable
        label={words.warehouses}
        columns={WAREHOUSE_COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty }}
      />
      <p className="quiet">{words.choose}</p>
    </div>
  );
}

const WAREHOUSE_COLUMNS: readonly Column<LocationRecord>[] = [
  { id: 'path', title: words.code, cell: ({ id, path }) => <LocationLink id={id} text={path} /> },
  { id: 'name', title: words.name, cell: ({ name }) => name ?? words.noName },
  {
    id: 'usage',
    title: words.usage,
    cell: ({ usage, sellable }) => (sellable ? words.uses[usage] : words.unsellable(words.uses[usage])),
  },
  {
    id: 'ships',
    title: words.shipping.label,
    cell: ({ ships }) => (ships === null ? words.noName : words.shipping.ships[`${ships}`]),
  },
  { id: 'priority', title: words.shipping.priority, align: 'end', cell: ({ priority }) => priority ?? words.noName },
  {
    id: 'countries',
    title: words.shipping.countries,
    cell: ({ countries }) => countries?.join(', ') ?? words.shipping.everywhere,
  },
];

function LocationLink({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  return (
    <Link to="." search={(before: object) => ({ ...before, location: id })} activeProps={{}}>
      {text}
    </Link>
  );
}

const COLUMNS: readonly Column<LocationRecord>[] = [
  {
    id: 'path',
    title: words.path,
    cell: ({ id, path, name }) => (
      <>
        <LocationLink id={id} text={path} />
        {name !== null && <span className="detail">{name}</span>}
      </>
    ),
  },
  {
    id: 'type',
    title: words.type,
    cell: ({ type, status }) =>
      status === 'archived' ? <StatusBadge {...STATES.location.archived}>{words.archived}</StatusBadge> : words.types[type],
  },
];

function Matches(): ReactNode {
  const environment = useEnvironment();
  const [{ q, type, status }] = useAddressValues();
  const found = { q, type: someOf(LOCATION_TYPES, type), status: oneOf(SHOWN, status) };
  const list = useRows(operations.listLocations, { query: { environment, ...found, sort: 'path' } });
  return (
    <DataTable
      label={words.found}
      columns={COLUMNS}
      list={list}
      keyOf={({ id }) => id}
      empty={{ title: words.emptyTitle, text: words.empty }}
    />
  );
}
