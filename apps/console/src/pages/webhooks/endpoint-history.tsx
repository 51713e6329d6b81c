import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { inWords } from '../../language/codes.ts';
import { useRows } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/facts.tsx';
import { History } from '../../parts/lists/history.tsx';
import { strings as all } from '../../strings.ts';
import { strings } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

/** The history of an endpoint: changes of it and its secrets, and what was sent again, newest first. */
export function EndpointHistory({ endpoint: { id } }: { readonly endpoint: Pick<WebhookEndpointRecord, 'id'> }): ReactNode {
  const environment = useEnvironment();
  const list = useRows(accountOperations.listWebhookChanges, { query: { environment, webhook_id: id, limit: 20 } });
  return (
    <Panel title={all.history.title}>
      <History
        list={list}
        entryOf={({ id: entry, action, actor, target, created_at: at }) => ({
          id: entry,
          title: inWords(action, strings.historySteps),
          at,
          actor,
          children: target.type === 'delivery' && (
            <Link className="wrapped" to={`/${environment}/developers/webhooks/${id}/deliveries/${target.id}`}>
              {target.id}
            </Link>
          ),
        })}
      />
    </Panel>
  );
}
