import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keyOf } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { KeyRecord, KeyWithQuota } from '../../api/types.ts';
import { oneOf, useAddressValues } from '../../parts/address-values.ts';
import type { RecordAction } from '../../parts/actions/record-action.ts';
import { RowActions } from '../../parts/actions/record-actions.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useAuditPage } from '../../parts/lists/audit-page.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { CreateKeyDialog, EditKeyDialog, nameOf, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';

const { keys: words } = strings;

/** The rest of a limit changes with every request. */
const QUOTA_MS = 5_000;

const FACTS: readonly Column<KeyWithQuota>[] = [
  { id: 'name', title: words.name, brief: 'what', cell: ({ name }) => name ?? words.unnamed },
  { id: 'key', title: words.key, brief: 'note', cell: (key) => <KeyText record={key} /> },
  { id: 'role', title: words.role, brief: 'who', cell: ({ role }) => words.roles[role].title },
  {
    id: 'status',
    title: words.status,
    brief: 'amount',
    cell: ({ status, expires_at: expires }) => (
      <>
        <StatusBadge {...STATES.key[status]}>{words.statuses[status]}</StatusBadge>
        {expires !== null && status === 'active' && (
          <span className="detail">
            {words.until} <Time at={expires} isDay />
          </span>
        )}
      </>
    ),
  },
  { id: 'used', title: words.lastUsed, brief: 'when', cell: (key) => <LastUse record={key} /> },
  {
    id: 'limit',
    title: words.limit,
    priority: 'low',
    align: 'end',
    cell: ({ rate, burst, remaining, status }) => (
      <>
        <span>{words.quotaOf(status === 'active' ? remaining : 0, burst)}</span>
        <span className="detail">{words.quotaHint(rate)}</span>
      </>
    ),
  },
];

const SHOWN = ['active', 'ended', 'all'] as const;

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'rotate' | 'revoke'; readonly record: KeyRecord };

/** The API keys of the environment: created, shown once, rotated and revoked. */
export function ApiKeysPage(): ReactNode {
  const environment = useEnvironment();
  const mayManage = usePermissions()('keys:manage');
  const [{ status }] = useAddressValues();
  const [open, setOpen] = useState<Open>();
  const query = { environment, status: oneOf(SHOWN, status) };
  const list = useRows(accountOperations.listKeys, { query }, { everyMs: QUOTA_MS, keyOf: ({ id }) => id });
  const create = <CreateButton onPress={() => setOpen({ kind: 'create' })} isShown={mayManage} />;
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={create} />
      <FilterBar
        filters={[
          {
            name: 'status',
            label: words.show,
            choices: SHOWN.map((value) => ({
              value: value === 'active' ? '' : value,
              label: words.shown[value],
            })),
          },
        ]}
      />
      <DataTable
        label={words.title}
        columns={[...FACTS, actionsColumn(mayManage ? setOpen : undefined)]}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty, action: create }}
      />
      {open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function CreateButton({ onPress, isShown }: { readonly onPress: () => void; readonly isShown: boolean }): ReactNode {
  return isShown ? (
    <Button kind="primary" onPress={onPress}>
      {words.create}
    </Button>
  ) : null;
}

function OpenDialog({ open, onClose }: { readonly open: Open; readonly onClose: () => void }): ReactNode {
  const queries = useQueryClient();
  const onChange = (): void => void queries.invalidateQueries({ queryKey: keyOf(accountOperations.listKeys) });
  const common = { onClose, onChange };
  if (open.kind === 'create') return <CreateKeyDialog {...common} />;
  if (open.kind === 'edit') return <EditKeyDialog {...common} record={open.record} />;
  return open.kind === 'rotate' ? (
    <RotateKeyDialog {...common} record={open.record} />
  ) : (
    <RevokeKeyDialog {...common} record={open.record} />
  );
}

function actionsColumn(setOpen: ((open: Open) => void) | undefined): Column<KeyWithQuota> {
  return {
    id: 'actions',
    title: words.actions,
    brief: 'menu',
    hasHiddenTitle: true,
    cell: (record) => <Actions record={record} setOpen={setOpen} />,
  };
}

interface ActionsProps {
  readonly record: KeyRecord;
  /** None for members who may not change keys. */
  readonly setOpen: ((open: Open) => void) | undefined;
}

function Actions({ record, setOpen }: ActionsProps): ReactNode {
  const auditPage = useAuditPage();
  const name = nameOf(record);
  const step = (kind: 'edit' | 'rotate' | 'revoke', label: string): RecordAction => ({
    id: kind,
    title: words[kind],
    label,
    kind: kind === 'revoke' ? 'danger' : undefined,
    onPress: () => setOpen?.({ kind, record }),
  });
  const isChangeable = setOpen !== undefined && record.status === 'active';
  const changes = isChangeable ? [step('edit', words.editNamed(name)), step('rotate', words.rotateTitle(name))] : [];
  const ends = isChangeable ? [step('revoke', words.revokeNamed(name))] : [];
  return <RowActions of={name} actions={[...changes, auditPage(record.id, name), ...ends]} />;
}

/**
 * Prefix and end of the key; of secrets that a rotation left, the time at which each ends. A phone tells here what else bounds the key,
 * which stands in columns that it has no room for.
 */
function KeyText({ record }: { readonly record: KeyRecord }): ReactNode {
  const { prefix, last4, secrets, status, expires_at: expires, ip_allowlist: allowed } = record;
  const ending = secrets.filter(({ ends_at: at }) => at !== null);
  return (
    <>
      <code className="nowrap">{`${prefix}…${last4}`}</code>
      {expires !== null && status === 'active' && (
        <span className="narrow-only">
          {' · '}
          {words.until} <Time at={expires} isDay />
        </span>
      )}
      {allowed.length > 0 && (
        <span className="narrow-only">
          {' · '}
          {words.only} <Addresses list={allowed} />
        </span>
      )}
      {ending.map((secret) => (
        <span key={secret.last4} className="detail">
          {words.oldSecret(secret.last4)} <Time at={secret.ends_at} isRelative />
        </span>
      ))}
    </>
  );
}

function LastUse({ record }: { readonly record: KeyRecord }): ReactNode {
  const { last_used_at: at, last_used_from: from, ip_allowlist: allowed } = record;
  return (
    <>
      <span className="narrow-only">{words.used}: </span>
      <Time at={at} isRelative="short" />
      {from !== null && (
        <span className="detail">
          {words.from} <code>{from}</code>
        </span>
      )}
      {allowed.length > 0 && (
        <span className="detail">
          {words.only} <Addresses list={allowed} />
        </span>
      )}
    </>
  );
}

function Addresses({ list }: { readonly list: readonly string[] }): ReactNode {
  const [first, ...others] = list;
  return (
    <span title={list.join(', ')}>
      <code>{first}</code>
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}
