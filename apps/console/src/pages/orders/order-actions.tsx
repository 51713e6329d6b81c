import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePermissions } from '../../api/session.ts';
import type { OrderRecord, Permission } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { dailyWork } from '../../strings-operations.ts';
import { useStopReason } from './holds/live-holds.ts';
import { useStep } from './order-step.ts';
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
  const close = (): void => setOpen(undefined);
  const possible = ACTIONS.filter((action) => may(RULES[action].permission) && isPossible(action, order));
  return (
    <>
      {possible.map((action) => (
        <Button
          key={action}
          kind={RULES[action].kind ?? 'plain'}
          isDisabled={order.pending_transition !== null || stopReason(action) !== undefined}
          describedBy={stopReason(action)}
          onPress={() => setOpen({ action, order })}
        >
          {words[action]}
        </Button>
      ))}
      <Suspense>{open && <ActionDialog {...open} onClose={close} />}</Suspense>
    </>
  );
}

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
  const take = useStep(order, words.done[action], onClose);
  const Dialog = DIALOGS[action];
  return <Dialog order={order} take={take} onClose={onClose} />;
}
