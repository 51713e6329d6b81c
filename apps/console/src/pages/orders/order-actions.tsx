import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePermissions } from '../../api/session.ts';
import type { OrderRecord } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { dailyWork } from '../../strings-operations.ts';
import { useStopReason } from './holds/live-holds.ts';
import { useStep } from './order-step.ts';
import { type Action, isPossible, RULES } from './possible-actions.ts';
import { CancelDialog, EraseDialog, PackDialog, ShipDialog, TrackingDialog } from './order-dialogs.tsx';

const { orders: words } = dailyWork;

const RankDialog = lazy(async () => ({ default: (await import('./holds/rank-dialog.tsx')).RankDialog }));
const EditOrderDialog = lazy(async () => ({ default: (await import('./entry/edit-order-dialog.tsx')).EditOrderDialog }));

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
