import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { keyOf } from '../../api/call.ts';
import { operations } from '../../api/operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrderHistoryEntry, OrderRecord } from '../../api/types.ts';
import { Actor } from '../../parts/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { useRows } from '../../parts/data-table.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { dailyWork } from '../../strings-operations.ts';

const { orders: words } = dailyWork;

/** The history of an order, step by step, with who took each. */
export function OrderHistory({ order: { id, version } }: { readonly order: OrderRecord }): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const list = useRows(operations.getOrderHistory, { params: { id }, query: { environment } });
  // A new version has new entries.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: keyOf(operations.getOrderHistory, { id }) }),
    [queries, id, version],
  );
  if (list.rows === undefined)
    return list.error ? (
      <ProblemNotice error={list.error} onRetry={list.reload} />
    ) : (
      <p className="quiet">{strings.table.loading}</p>
    );
  if (list.rows.length === 0) return <p className="quiet">{words.historyEmpty}</p>;
  return (
    <>
      <ol className="timeline">
        {list.rows.map((entry) => (
          <HistoryEntry key={`${entry.request_id} ${entry.version} ${entry.transition} ${entry.at}`} entry={entry} />
        ))}
      </ol>
      {list.hasMore && (
        <Button size="small" onPress={list.loadMore} isDisabled={list.isLoadingMore}>
          {strings.table.more}
        </Button>
      )}
    </>
  );
}

function HistoryEntry({ entry }: { readonly entry: OrderHistoryEntry }): ReactNode {
  const { transition, refused, code, reason, actor, at, version } = entry;
  return (
    <li data-refused={refused}>
      <strong>{refused ? words.refusedSteps[transition] : words.steps[transition]}</strong>
      <span className="quiet">
        <Time at={at} /> · <Actor id={actor} /> · {words.version(version)}
      </span>
      {code !== null && <code>{code}</code>}
      {reason !== null && <span>{reason}</span>}
    </li>
  );
}
