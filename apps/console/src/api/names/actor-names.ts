import type { ActorRecord } from '@fulfilment/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../call.ts';
import { accountOperations } from '../operations.ts';
import { useEnvironment } from '../session.ts';
import { joinedReads } from './joined-reads.ts';

const actorOf = joinedReads<ActorRecord>(async (environment, ids) => {
  const { data } = await call(accountOperations.listActors, { query: { environment, id: [...ids] } });
  return new Map(data.map((actor) => [actor.id, actor]));
});

/** The key or member of an id; undefined until it is read, and where there is none. */
export function useActor(id: string): ActorRecord | undefined {
  const environment = useEnvironment();
  const { data } = useQuery({
    queryKey: ['actor', environment, id],
    queryFn: async () => (await actorOf(environment, id)) ?? null,
    enabled: /^(?:key|mem)_/.test(id),
    staleTime: 60_000,
  });
  return data ?? undefined;
}
