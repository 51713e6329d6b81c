import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { send } from '../api/client.ts';
import { usePermissions, useSession } from '../api/session.ts';
import type { ListPage, MemberRecord } from '../api/types.ts';
import { operations } from '../strings-operations.ts';

/** The one who did something, by the id that a record names: the e-mail address of a member, as far as the reader may know it. */
export function Actor({ id }: { readonly id: string }): ReactNode {
  const { member } = useSession();
  const may = usePermissions();
  const { data } = useQuery({
    queryKey: ['/account/v1/members', 'names'],
    queryFn: () => send<ListPage<MemberRecord>>({ path: '/account/v1/members' }),
    enabled: may('members:read') && id.startsWith('mem_') && id !== member.id,
    staleTime: 60_000,
  });
  if (id === member.id) return operations.actor.you;
  return data?.data.find((each) => each.id === id)?.email ?? <code>{id}</code>;
}
