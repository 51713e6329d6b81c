import { accountOperations as account, type ActorRecord } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { KeyStore } from '../accounts/account-ports.ts';
import type { MemberStore } from './member-ports.ts';

/** The names of keys and members, for every member who reads a history. */
export function actorRoutes(keys: Pick<KeyStore, 'named'>, members: Pick<MemberStore, 'named'>): readonly BoundRoute[] {
  return [
    route(account.listActors, async ({ query: { id: ids = [] }, context: { tenant }, may }) => {
      const [foundKeys, foundMembers] = await Promise.all([
        keys.named(
          tenant,
          ids.filter((id) => id.startsWith('key_')),
        ),
        members.named(
          tenant.accountId,
          ids.filter((id) => id.startsWith('mem_')),
        ),
      ]);
      const mayReadMembers = may('members:read');
      const data: ActorRecord[] = [
        ...foundKeys.map(({ id, name = null }) => ({ id, type: 'key' as const, name })),
        ...foundMembers.map(({ id, email }) => ({
          id,
          type: 'member' as const,
          name: mayReadMembers ? email : email.slice(0, email.lastIndexOf('@')),
        })),
      ];
      return ok({ data: data.toSorted((a, b) => (a.id < b.id ? -1 : 1)) });
    }),
  ];
}
