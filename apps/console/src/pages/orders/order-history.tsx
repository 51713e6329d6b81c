import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { keyOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrderRecord, ReturnHistoryEntry, ReturnRecord } from '../../api/types.ts';
import { inWords } from '../../language/codes.ts';
import { useRows } from '../../parts/data-table.tsx';
import { History, type HistoryEntry } from '../../parts/lists/history.tsx';
import { orderWords as words } from './order-strings.ts';
import { useReturnsOf } from './returns/order-returns.ts';
import { ReturnLink } from './returns/return-states.tsx';
import { returnWords } from './returns/return-strings.ts';
import { holdWords } from './holds/hold-strings.ts';
import { refusalWords } from './refusal-strings.ts';
import { fulfilmentWords } from './fulfilments/fulfilment-strings.ts';

/** The history of an order, step by step, with who took each. */
export function OrderHistory({ order }: { readonly order: OrderRecord }): ReactNode {
  const { id, version, fulfilments } = order;
  const { returns } = useReturnsOf(order);
  const environment = useEnvironment();
  const list = useRows(operations.getOrderHistory, { params: { id }, query: { environment } });
  useEntriesOf(operations.getOrderHistory, id, version);
  return (
    <History
      list={list}
      entryOf={(entry) => {
        const { return_id: returned, fulfilment_id: fulfilment, version: then } = entry;
        const place = fulfilments.findIndex((each) => each.id === fulfilment) + 1;
        const about = (
          <>
            {returned !== null && (
              <span>
                <ReturnLink id={returned} of={returns?.find((each) => each.id === returned)} />
              </span>
            )}
            {place > 0 && <span>{fulfilmentWords.one(place)}</span>}
          </>
        );
        return { ...entryOf(entry, { isOfReturn: returned !== null, about }), after: words.version(then) };
      }}
    />
  );
}

/** The history of a return, step by step, with who took each. */
export function ReturnHistory({ of: { id, version } }: { readonly of: ReturnRecord }): ReactNode {
  const environment = useEnvironment();
  const list = useRows(operations.getReturnHistory, { params: { id }, query: { environment } });
  useEntriesOf(operations.getReturnHistory, id, version);
  return <History list={list} entryOf={(entry) => entryOf(entry, { isOfReturn: true })} />;
}

/** Reads entries again once the record has a new version. */
function useEntriesOf(list: typeof operations.getOrderHistory | typeof operations.getReturnHistory, id: string, version: number) {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries({ queryKey: keyOf(list, { id }) }), [queries, list, id, version]);
}

interface Step {
  readonly isOfReturn: boolean;
  /** The records that the step is about, besides the one whose history it is in. */
  readonly about?: ReactNode;
}

function entryOf(entry: ReturnHistoryEntry, { isOfReturn, about }: Step): HistoryEntry {
  const { refused, code, reason, actor, at, request_id: request, transition } = entry;
  return {
    id: `${request} ${transition} ${at}`,
    title: titleOf(entry, isOfReturn),
    at,
    actor,
    isRefused: refused,
    children: (
      <>
        {about}
        {code !== null && <span>{inWords(code, refusalWords)}</span>}
        {reason !== null && <span>{transition === 'hold' ? inWords(reason, holdWords.reasons) : reason}</span>}
      </>
    ),
  };
}

/** The words for a step; some are others where it is one of a return. */
function titleOf({ transition, refused }: ReturnHistoryEntry, isOfReturn: boolean): string {
  const ofOrder = refused ? words.refusedSteps : words.steps;
  const ofReturn: Readonly<Record<string, string>> = refused ? returnWords.refusedSteps : returnWords.historySteps;
  return (isOfReturn ? ofReturn[transition] : undefined) ?? ofOrder[transition];
}
