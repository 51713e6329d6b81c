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
import { fulfilmentWords } from './fulfilments/fulfilment-strings.ts';

const { orders: words } = dailyWork;

/** The history of an order, step by step, with who took each. */
export function OrderHistory({ order: { id, version, fulfilments } }: { readonly order: OrderRecord }): ReactNode {
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
          <HistoryEntry
            key={`${entry.request_id} ${entry.version} ${entry.transition} ${entry.at}`}
            entry={entry}
            place={fulfilments.findIndex((each) => each.id === entry.fulfilment_id) + 1}
          />
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

interface HistoryEntryProps {
  readonly entry: OrderHistoryEntry;
  /** The place among the order's fulfilments of the one that the entry is about, from 1; 0 for an entry of the whole order. */
  readonly place: number;
}

function HistoryEntry({ entry, place }: HistoryEntryProps): ReactNode {
  const { transition, refused, code, reason, actor, at, version } = entry;
  return (
    <li data-refused={refused}>
      <strong>{refused ? words.refusedSteps[transition] : words.steps[transition]}</strong>
      {place > 0 && <span>{fulfilmentWords.one(place)}</span>}
      <span className="quiet">
        <Time at={at} /> · <Actor id={actor} /> · {words.version(version)}
      </span>
      {code !== null && <code>{code}</code>}
      {reason !== null && <span>{reason}</span>}
    </li>
  );
}
