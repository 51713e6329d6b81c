import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { keyOf, reading } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { FulfilmentRecord, OrderRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useStopReason } from '../holds/live-holds.ts';
import { CloseDialog } from './close-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { FulfilmentPart } from './fulfilment-part.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { type OpenUnits, openUnitsOf, sumsOf } from './open-units.ts';

/** The fulfilments of an order, what is in none, and the steps that they allow; nothing of an order that has none and needs none. */
export function FulfilmentsPanel({ order }: { readonly order: OrderRecord }): ReactNode {
  const may = usePermissions();
  const { parts, error } = useFulfilments(order);
  const open = openUnitsOf(order, parts ?? []);
  const hasParts = order.fulfilments.length > 0;
  if (!hasParts && (open.length === 0 || !may('orders:fulfil'))) return null;
  return (
    <Panel title={words.title} actions={parts && <RestActions order={order} open={open} />}>
      <p className="quiet">{hasParts && open.length > 0 ? restOf(open) : words.lead}</p>
      {error !== null && <ProblemNotice error={error} />}
      {order.fulfilments.flatMap(({ id }, place) => {
        const part = parts?.find((each) => each.id === id);
        return part ? [<FulfilmentPart key={id} order={order} fulfilment={part} name={words.one(place + 1)} />] : [];
      })}
    </Panel>
  );
}

function restOf(open: readonly OpenUnits[]): string {
  const { held, waiting } = sumsOf(open);
  return words.rest(held, waiting);
}

/** The fulfilments of an order as they are at its version; undefined while they load. An order that has none is not asked for them. */
function useFulfilments({ id, version, fulfilments }: OrderRecord) {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const hasParts = fulfilments.length > 0;
  const { data, error } = useQuery({
    ...reading(operations.listOrderFulfilments, { params: { id }, query: { environment, limit: 50 } }),
    enabled: hasParts,
  });
  useEffect(
    () => void queries.invalidateQueries({ queryKey: keyOf(operations.listOrderFulfilments, { id }) }),
    [queries, id, version],
  );
  const none: readonly FulfilmentRecord[] = [];
  return { parts: hasParts ? data?.data : none, error };
}

interface RestActionsProps {
  readonly order: OrderRecord;
  readonly open: readonly OpenUnits[];
}

function isPartly({ fulfilments, allocation }: OrderRecord): boolean {
  return fulfilments.length > 0 || allocation !== 'allocated';
}

/** The steps with what is in no fulfilment: it becomes one, or is dropped. */
function RestActions({ order, open }: RestActionsProps): ReactNode {
  const may = usePermissions();
  const [shown, setShown] = useState<{ readonly step: 'create' | 'close' } & RestActionsProps>();
  const onClose = (): void => setShown(undefined);
  const isPending = order.pending_transition !== null;
  const stopReason = useStopReason(order)('create');
  const mayCreate = may('orders:fulfil') && order.status === 'created' && sumsOf(open).held > 0;
  const mayClose = may('orders:cancel') && open.length > 0 && isPartly(order);
  return (
    <span className="row">
      {mayClose && (
        <Button size="small" kind="danger" isDisabled={isPending} onPress={() => setShown({ step: 'close', order, open })}>
          {words.steps.close}
        </Button>
      )}
      {mayCreate && (
        <Button
          size="small"
          isDisabled={isPending || stopReason !== undefined}
          describedBy={stopReason}
          onPress={() => setShown({ step: 'create', order, open })}
        >
          {words.steps.create}
        </Button>
      )}
      {shown?.step === 'create' && <CreateDialog {...shown} onClose={onClose} />}
      {shown?.step === 'close' && <CloseDialog {...shown} onClose={onClose} />}
    </span>
  );
}
