import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { send } from '../api/client.ts';
import { usePermissions, useSession } from '../api/session.ts';
import type { KeyRecord, ListPage, MemberRecord } from '../api/types.ts';
import { operations } from '../strings-operations.ts';

const { actor: words } = operations;

/** The one who did something, by the id that a record names: the address of a member or the name of a key, as far as the reader may know it. */
export function Actor({ id }: { readonly id: string }): ReactNode {
  const { member } = useSession();
  const name = useNameOf(id, member.id);
  if (id === member.id) return words.you;
  return <span title={id}>{name ?? <code className="nowrap">{words.short(id)}</code>}</span>;
}

function useNameOf(id: string, own: string): string | undefined {
  const may = usePermissions();
  const { data: members } = useQuery({
    queryKey: ['/account/v1/members', 'names'],
    queryFn: () => send<ListPage<MemberRecord>>({ path: '/account/v1/members' }),
    enabled: may('members:read') && id.startsWith('mem_') && id !== own,
    staleTime: 60_000,
  });
  const { data: key } = useQuery({
    queryKey: ['/account/v1/keys', 'one', id],
    queryFn: () => send<KeyRecord>({ path: `/account/v1/keys/${id}` }),
    enabled: may('keys:read') && id.startsWith('key_'),
    staleTime: 60_000,
  });
  const keyName = key?.name ?? undefined;
  return members?.data.find((each) => each.id === id)?.email ?? (keyName === undefined ? undefined : words.key(keyName));
}
