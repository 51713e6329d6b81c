import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { keyOf, reading } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
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
import { type OpenUnits, openUnitsOf, sumsOf, warehousesOf } from '../../../api/open-units.ts';
import { ReassignDialog } from './reassign-dialog.tsx';

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

type RestStep = 'close' | 'reassign' | 'create';

/** The steps that a member may take with what is in no fulfilment. */
function stepsOf(order: OrderRecord, open: readonly OpenUnits[], may: ReturnType<typeof usePermissions>): readonly RestStep[] {
  const plans = may('orders:fulfil') && order.status === 'created';
  const possible = {
    close: may('orders:cancel') && open.length > 0 && isPartly(order),
    reassign: plans && warehousesOf(open).length > 0,
    create: plans && sumsOf(open).held > 0,
  };
  return (['close', 'reassign', 'create'] as const).filter((step) => possible[step]);
}

/** The steps with what is in no fulfilment: it becomes one, is held elsewhere, or is dropped. */
function RestActions({ order, open }: RestActionsProps): ReactNode {
  const may = usePermissions();
  const [shown, setShown] = useState<{ readonly step: RestStep } & RestActionsProps>();
  const stopReason = useStopReason(order)('create');
  const onClose = (): void => setShown(undefined);
  return (
    <span className="row">
      {stepsOf(order, open, may).map((step) => {
        const stopped = step === 'create' ? stopReason : undefined;
        return (
          <Button
            key={step}
            size="small"
            kind={step === 'close' ? 'danger' : 'plain'}
            isDisabled={order.pending_transition !== null || stopped !== undefined}
            describedBy={stopped}
            onPress={() => setShown({ step, order, open })}
          >
            {words.steps[step]}
          </Button>
        );
      })}
      {shown?.step === 'create' && <CreateDialog {...shown} onClose={onClose} />}
      {shown?.step === 'reassign' && <ReassignDialog {...shown} onClose={onClose} />}
      {shown?.step === 'close' && <CloseDialog {...shown} onClose={onClose} />}
    </span>
  );
}
