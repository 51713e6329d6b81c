import type { ActorRecord } from '@fulfilment/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../call.ts';
import { accountOperations } from '../callable-operations.ts';
import { useEnvironment } from '../session.ts';
import { joinedReads } from './joined-reads.ts';

const actorOf = joinedReads<ActorRecord>(async (environment, ids) => {
  const { data } = await call(accountOperations.listActors, { query: { environment, id: [...ids] } });
  return new Map(data.map((actor) => [actor.id, actor]));
});

/** The key or member of an id; undefined until it is read, and null where there is none or it cannot be read. */
export function useActor(id: string): ActorRecord | null | undefined {
  const environment = useEnvironment();
  const isNamed = /^(?:key|mem)_/.test(id);
  const { data, isError } = useQuery({
    queryKey: ['actor', environment, id],
    queryFn: async () => (await actorOf(environment, id)) ?? null,
    enabled: isNamed,
    staleTime: 60_000,
  });
  return isError || !isNamed ? null : data;
}
