import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { keyOf, reading } from '../../api/call.ts';
import { useNamedCall } from '../../api/named-call.ts';
import { operations } from '../../api/operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { OrderRecord, Permission } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { useSeenVersion } from '../../api/seen-version.ts';
import { toast } from '../../parts/toasts.tsx';
import { dailyWork } from '../../strings-operations.ts';
import { useStopReason } from './holds/live-holds.ts';
import type { OrderStep } from './order-action-props.ts';
import { CancelDialog, EraseDialog, PackDialog, ShipDialog, TrackingDialog } from './order-dialogs.tsx';

const { orders: words } = dailyWork;

const RankDialog = lazy(async () => ({ default: (await import('./holds/rank-dialog.tsx')).RankDialog }));
const EditOrderDialog = lazy(async () => ({ default: (await import('./entry/edit-order-dialog.tsx')).EditOrderDialog }));

/** The steps that a member can take with an order, a change of its details, its rank or its tracking, and the erasure of persons' data. */
type Action = 'pack' | 'ship' | 'cancel' | 'edit' | 'rank' | 'tracking' | 'erase';

interface ActionRule {
  readonly permission: Permission;
  readonly statuses: readonly OrderRecord['status'][];
  readonly kind?: 'primary' | 'danger';
}

const RULES: Readonly<Record<Action, ActionRule>> = {
  edit: { permission: 'orders:create', statuses: ['created', 'packed', 'shipped'] },
  rank: { permission: 'orders:create', statuses: ['created', 'packed'] },
  tracking: { permission: 'orders:fulfil', statuses: ['created', 'packed', 'shipped'] },
  cancel: { permission: 'orders:cancel', statuses: ['created', 'packed'], kind: 'danger' },
  pack: { permission: 'orders:fulfil', statuses: ['created'], kind: 'primary' },
  ship: { permission: 'orders:fulfil', statuses: ['packed'], kind: 'primary' },
  erase: { permission: 'orders:erase', statuses: ['shipped', 'cancelled', 'rejected'], kind: 'danger' },
};
const ACTIONS: readonly Action[] = ['edit', 'rank', 'tracking', 'cancel', 'pack', 'ship', 'erase'];

const DIALOGS = {
  pack: PackDialog,
  ship: ShipDialog,
  cancel: CancelDialog,
  edit: EditOrderDialog,
  rank: RankDialog,
  tracking: TrackingDialog,
  erase: EraseDialog,
} as const;

/** The buttons of an order for what its status and the member's role allow, each with its dialog. */
export function OrderActions({ order }: { readonly order: OrderRecord }): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly action: Action; readonly order: OrderRecord }>();
  const stopReason = useStopReason(order);
  const stopOf = (action: Action): string | undefined => (STOPPED.includes(action) ? stopReason : undefined);
  const close = (): void => setOpen(undefined);
  const possible = ACTIONS.filter((action) => may(RULES[action].permission) && isPossible(action, order));
  return (
    <>
      {possible.map((action) => (
        <Button
          key={action}
          kind={RULES[action].kind ?? 'plain'}
          isDisabled={order.pending_transition !== null || stopOf(action) !== undefined}
          describedBy={stopOf(action)}
          onPress={() => setOpen({ action, order })}
        >
          {words[action]}
        </Button>
      ))}
      <Suspense>{open && <ActionDialog {...open} onClose={close} />}</Suspense>
    </>
  );
}

/** Steps that a hold stops. */
const STOPPED: readonly Action[] = ['pack', 'ship'];

/** Steps of a whole order, of which an order in fulfilments takes some by each of those. */
const OF_WHOLE: readonly Action[] = ['pack', 'ship', 'tracking'];

function isPossible(action: Action, order: OrderRecord): boolean {
  if (action === 'pack' && order.allocation !== 'allocated') return false;
  if (action === 'cancel' && order.fulfilment !== 'none') return false;
  if (action === 'erase' && !hasPersonalData(order)) return false;
  if (OF_WHOLE.includes(action) && order.fulfilments.length > 0) return false;
  return RULES[action].statuses.includes(order.status);
}

function hasPersonalData({ ship_to: to, note, metadata, erased_at: erasedAt }: OrderRecord): boolean {
  return note !== null || Object.keys(metadata).length > 0 || (to !== null && erasedAt === null);
}

interface ActionDialogProps {
  readonly action: Action;
  readonly order: OrderRecord;
  readonly onClose: () => void;
}

function ActionDialog({ action, order, onClose }: ActionDialogProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const call = useNamedCall();
  const asSeen = useSeenVersion(order);
  const read = { params: { id: order.id }, query: { environment } } as const;
  const take = async (step: OrderStep): Promise<void> => {
    try {
      const after = await asSeen((ifMatch) => step(call, { ...read, ifMatch }));
      queries.setQueryData(reading(operations.getOrder, read).queryKey, after);
      toast(after.pending_transition === null ? words.done[action] : words.recorded);
      onClose();
    } catch (error) {
      // Whatever was refused, the page shows the order as it is by now.
      if (error instanceof ApiProblem) void queries.invalidateQueries({ queryKey: keyOf(operations.getOrder, read.params) });
      throw error;
    } finally {
      void queries.invalidateQueries({ queryKey: keyOf(operations.listOrders) });
    }
  };
  const Dialog = DIALOGS[action];
  return <Dialog order={order} take={take} onClose={onClose} />;
}
