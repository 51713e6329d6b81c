import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../api/call.ts';
import { accountOperations } from '../api/operations.ts';
import { useEnvironment, usePermissions, useSession } from '../api/session.ts';
import { strings } from '../strings.ts';

const { actor: words } = strings;

/** The one who did something, by the id that a record names: the address of a member or the name of a key, as far as the reader may know it. */
export function Actor({ id }: { readonly id: string }): ReactNode {
  const { member } = useSession();
  const name = useNameOf(id, member.id);
  if (id === member.id) return words.you;
  // `operator`, `system` and `anyone` are no records.
  if (!id.includes('_')) return id;
  return <span title={id}>{name ?? <code className="nowrap">{words.short(id)}</code>}</span>;
}

function useNameOf(id: string, own: string): string | undefined {
  const may = usePermissions();
  const environment = useEnvironment();
  const { data: members } = useQuery({
    // Also those that were removed: they are in histories.
    ...reading(accountOperations.listMembers, { query: { status: 'all', limit: 200 } }),
    enabled: may('members:read') && id.startsWith('mem_') && id !== own,
    staleTime: 60_000,
  });
  const { data: key } = useQuery({
    ...reading(accountOperations.getKey, { params: { id }, query: { environment } }),
    enabled: may('keys:read') && id.startsWith('key_'),
    staleTime: 60_000,
  });
  const keyName = key?.name ?? undefined;
  return members?.data.find((each) => each.id === id)?.email ?? (keyName === undefined ? undefined : words.key(keyName));
}
