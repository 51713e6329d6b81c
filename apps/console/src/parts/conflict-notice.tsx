import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { accountOperations } from '../api/operations.ts';
import type { ApiProblem } from '../api/problem.ts';
import { useEnvironment } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { strings } from '../strings.ts';
import { localTime } from './time.tsx';

const { problem: words } = strings;

/** Says of a version conflict who changed the record and when, as far as the audit log knows. */
export function ConflictFacts({ problem }: { readonly problem: ApiProblem }): ReactNode {
  const environment = useEnvironment();
  const { id, updated_at: at } = problem.document.current ?? {};
  const target = typeof id === 'string' ? id : undefined;
  const { data: who = words.another } = useQuery({
    queryKey: ['conflict', target, problem.requestId],
    queryFn: () => actorOf(target ?? '', environment),
    enabled: target !== undefined,
    retry: false,
  });
  return typeof at === 'string' ? <span>{words.changedSince(who, localTime(at))}</span> : null;
}

async function actorOf(target: string, environment: Environment): Promise<string> {
  const query = { environment, target_id: target, limit: 1 };
  const { data } = await call(accountOperations.listAuditLog, { query });
  const actor = data[0]?.actor ?? words.another;
  if (!actor.startsWith('mem_')) return actor;
  return (await call(accountOperations.getMember, { params: { id: actor } })).email;
}
