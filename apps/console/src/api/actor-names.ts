import type { ActorRecord } from '@fulfilment/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { accountOperations } from './operations.ts';
import { useEnvironment } from './session.ts';
import type { Environment } from './types.ts';

/** The batch window: one request reads the names that a page asks for within this time, milliseconds. */
const WINDOW_MS = 10;
/** The most that one request names. */
const MOST = 100;

interface Waiting {
  readonly ids: Set<string>;
  readonly answer: Promise<ReadonlyMap<string, ActorRecord>>;
}

const waiting = new Map<Environment, Waiting>();

/** The key or member of an id; undefined until it is read, and where there is none. */
export function useActor(id: string): ActorRecord | undefined {
  const environment = useEnvironment();
  const { data } = useQuery({
    queryKey: ['actor', environment, id],
    queryFn: async () => (await namedTogether(environment, id)).get(id) ?? null,
    enabled: /^(?:key|mem)_/.test(id),
    staleTime: 60_000,
  });
  return data ?? undefined;
}

/** Joins the request that is about to be sent, or begins one. */
function namedTogether(environment: Environment, id: string): Waiting['answer'] {
  const before = waiting.get(environment);
  if (before && before.ids.size < MOST) {
    before.ids.add(id);
    return before.answer;
  }
  const ids = new Set([id]);
  const begun = { ids, answer: read(environment, ids) };
  waiting.set(environment, begun);
  return begun.answer;
}

async function read(environment: Environment, ids: ReadonlySet<string>): Waiting['answer'] {
  await new Promise((resolve) => setTimeout(resolve, WINDOW_MS));
  if (waiting.get(environment)?.ids === ids) waiting.delete(environment);
  const { data } = await call(accountOperations.listActors, { query: { environment, id: [...ids] } });
  return new Map(data.map((actor) => [actor.id, actor]));
}
