import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord, ReturnRecord } from '../../../api/types.ts';
import { returnWords as words } from './return-strings.ts';

const FOLLOW_MS = 1_000;
/** Others may change the return that is shown. */
const LOOK_MS = 5_000;

/** A return as it is by now, and its order, where it has one; a recorded step is followed to its end. */
export function useReturn(id: string | undefined) {
  const environment = useEnvironment();
  const { data, error, refetch } = useQuery({
    ...reading(operations.getReturn, { params: { id: id ?? '' }, query: { environment } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.pending_transition !== null ? FOLLOW_MS : LOOK_MS),
  });
  const { data: order, error: orderError } = useQuery({
    ...reading(operations.getOrder, { params: { id: data?.order_id ?? '' }, query: { environment } }),
    enabled: typeof data?.order_id === 'string',
    refetchInterval: data && data.pending_transition !== null ? FOLLOW_MS : LOOK_MS,
  });
  return { found: data, order, error: error ?? orderError, refetch };
}

/** A return that a page shows, with its order. */
export interface ShownReturn {
  readonly of: ReturnRecord;
  /** Undefined while it loads, and of a return without one. */
  readonly order: OrderRecord | undefined;
}

/** Tells of a step that waits for inventory, and of one that inventory refused. */
export function StepNotice({ of, order }: ShownReturn): ReactNode {
  const refusal = order?.refusal?.return_id === of.id ? order.refusal : null;
  return (
    <>
      <div role="status">
        {of.pending_transition !== null && (
          <p className="notice" data-kind="warning">
            {words.pending}
          </p>
        )}
      </div>
      {refusal !== null && (
        <div className="notice" data-kind="error">
          <strong>{words.refused}</strong>
          <span>{refusal.detail}</span>
        </div>
      )}
    </>
  );
}
