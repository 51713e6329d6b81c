import type { ReactNode } from 'react';
import { useEnvironment } from '../../api/session.ts';
import type { KeyRecord } from '../../api/types.ts';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';

const { keys: words } = strings;

const TONES: Readonly<Record<KeyRecord['status'], Tone>> = { active: 'good', expired: 'warning', revoked: 'bad' };

const COLUMNS: readonly Column<KeyRecord>[] = [
  { id: 'name', title: words.name, cell: ({ name }) => name ?? words.unnamed },
  { id: 'key', title: words.key, cell: ({ prefix, last4 }) => <code className="nowrap">{`${prefix}…${last4}`}</code> },
  { id: 'role', title: words.role, cell: ({ role }) => role },
  {
    id: 'status',
    title: words.status,
    cell: ({ status }) => <StatusBadge tone={TONES[status]}>{words.statuses[status]}</StatusBadge>,
  },
  { id: 'used', title: words.lastUsed, cell: ({ last_used_at: at }) => <Time at={at} isRelative /> },
  { id: 'expires', title: words.expires, priority: 'low', cell: ({ expires_at: at }) => <Time at={at} /> },
];

/** The API keys of the environment. */
export function ApiKeysPage(): ReactNode {
  const environment = useEnvironment();
  const list = useRows<KeyRecord>({ path: '/account/v1/keys', query: { environment } });
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
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
