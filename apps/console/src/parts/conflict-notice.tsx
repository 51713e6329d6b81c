import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { accountOperations, operations } from '../api/callable-operations.ts';
import type { ApiProblem } from '../api/problem.ts';
import { useEnvironment, usePermissions } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { strings } from '../strings.ts';
import { Actor } from './actor.tsx';
import { localTime } from './time.tsx';

const { problem: words } = strings;

type Current = NonNullable<ApiProblem['document']['current']>;
type May = ReturnType<typeof usePermissions>;

/** Says of a version conflict who changed the record and when, as far as its history knows and the reader may read it. */
export function ConflictFacts({ problem }: { readonly problem: ApiProblem }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const { current = {}, changed_by: told, request_id: requestId } = problem.document;
  const { data: who } = useQuery({
    queryKey: ['conflict', requestId],
    queryFn: async () => told ?? (await actorOf(current, environment, may)) ?? null,
    retry: false,
  });
  const { updated_at: at } = current;
  if (typeof at !== 'string') return null;
  return (
    <span>
      {words.changedBy} {who ? <Actor id={who} /> : words.another} {words.changedAt(localTime(at))}
    </span>
  );
}

/** The one who made the present version of a record that does not say it itself, from the history that knows of it; undefined where none does. */
async function actorOf({ id, version, order_id: orderId = id }: Current, environment: Environment, may: May) {
  if (typeof id !== 'string') return undefined;
  if (typeof orderId === 'string' && orderId.startsWith('ord_')) {
    const read = { params: { id: orderId }, query: { environment, limit: 200 } };
    const done = (await call(operations.getOrderHistory, read)).data.filter(({ refused }) => !refused);
    // The history of a fulfilment, or of a return, is its order's, with the versions of that.
    return done.findLast((entry) =>
      orderId === id ? entry.version === version : entry.fulfilment_id === id || entry.return_id === id,
    )?.actor;
  }
  if (id.startsWith('whk_') && may('webhooks:read')) {
    const query = { environment, webhook_id: id, limit: 1 };
    return (await call(accountOperations.listWebhookChanges, { query })).data[0]?.actor;
  }
  if (!/^(key|mem|acc)_/.test(id) || !may('audit:read')) return undefined;
  return (await call(accountOperations.listAuditLog, { query: { environment, target_id: id, limit: 1 } })).data[0]?.actor;
}
