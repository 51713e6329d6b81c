import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { AuditEntryRecord } from '../../api/types.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';

const { audit: words } = strings;

/** The audit log: who changed what, when, from where. */
export function AuditPage(): ReactNode {
  const environment = useEnvironment();
  const [{ target_id: target }] = useAddressValues();
  const list = useRows(accountOperations.listAuditLog, { query: { environment, target_id: target } });
  const names = useMemberNames();
  const columns: readonly Column<AuditEntryRecord>[] = [
    { id: 'time', title: words.time, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'action', title: words.action, cell: ({ action }) => <code>{action}</code> },
    {
      id: 'actor',
      title: words.actor,
      cell: ({ actor }) => (
        <span className="clipped" title={names.get(actor) ?? actor}>
          {names.get(actor) ?? <code>{actor}</code>}
        </span>
      ),
    },
    {
      id: 'target',
      title: words.target,
      cell: ({ target: { type, id } }) => (
        <>
          <span className="wrapped">{names.get(id) ?? type.replaceAll('_', ' ')}</span>
          <code className="detail">{id}</code>
        </>
      ),
    },
    { id: 'address', title: words.address, priority: 'low', cell: ({ address }) => <code>{address ?? '–'}</code> },
    { id: 'details', title: words.details, priority: 'low', cell: ({ details }) => <Details details={details} /> },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <FilterBar filters={[{ name: 'target_id', label: words.only, type: 'search', placeholder: 'key_… mem_… whk_…' }]} />
      <DataTable
        label={words.title}
        columns={columns}
        list={list}
        hasCards
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty }}
      />
    </>
  );
}

/** E-mail addresses of members by their ids, for those who may read them. */
function useMemberNames(): ReadonlyMap<string, string> {
  const mayRead = usePermissions()('members:read');
  const { data } = useQuery({
    ...reading(accountOperations.listMembers, { query: { status: 'all', limit: 200 } }),
    enabled: mayRead,
  });
  return new Map(data?.data.map(({ id, email }) => [id, email]));
}

function Details({ details }: { readonly details: AuditEntryRecord['details'] }): ReactNode {
  const text = Object.entries(details)
    .map(([name, value]) => [name.replaceAll('_', ' '), textOf(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
  return <span className="detail wrapped">{text === '' ? '–' : text}</span>;
}

/** A value of a detail; empty where it says nothing. */
function textOf(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
