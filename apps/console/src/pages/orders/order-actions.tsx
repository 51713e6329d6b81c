import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { OrderRecord } from '../../api/types.ts';
import type { RecordAction } from '../../parts/actions/record-action.ts';
import { RecordActions } from '../../parts/actions/record-actions.tsx';
import { orderWords as words } from './order-strings.ts';
import { fulfilmentWords } from './fulfilments/fulfilment-strings.ts';
import { holdWords } from './holds/hold-strings.ts';
import { canBeHeld, useLiveHolds, useStopReason } from './holds/live-holds.ts';
import { useStep } from './order-step.ts';
import { pickWords } from './pick-list/pick-strings.ts';
import { type Action, hasWholeSlip, isPossible, RULES } from './possible-actions.ts';
import { CancelDialog, EraseDialog, PackDialog, ShipDialog, TrackingDialog } from './order-dialogs.tsx';

const RankDialog = lazy(async () => ({ default: (await import('./holds/rank-dialog.tsx')).RankDialog }));
const PlaceHoldDialog = lazy(async () => ({ default: (await import('./holds/hold-dialogs.tsx')).PlaceHoldDialog }));
const EditOrderDialog = lazy(async () => ({ default: (await import('./entry/edit-order-dialog.tsx')).EditOrderDialog }));

/** The most usual first; the page for the printer that is most likely wanted stands behind the first. */
const ACTIONS: readonly Action[] = ['pack', 'ship', 'edit', 'rank', 'tracking', 'cancel', 'erase'];

const DIALOGS = {
  pack: PackDialog,
  ship: ShipDialog,
  cancel: CancelDialog,
  edit: EditOrderDialog,
  rank: RankDialog,
  tracking: TrackingDialog,
  erase: EraseDialog,
} as const;

/** The actions of an order for what its status and the member's role allow, each with its dialog, and its pages for the printer. */
export function OrderActions({ order }: { readonly order: OrderRecord }): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly action: Action; readonly order: OrderRecord }>();
  const stopReason = useStopReason(order);
  const close = (): void => setOpen(undefined);
  const possible = ACTIONS.filter((action) => may(RULES[action].permission) && isPossible(action, order));
  const steps = possible.map((action): RecordAction => ({
    id: action,
    title: words[action],
    kind: RULES[action].kind,
    offReason: offReasonOf(order) ?? (stopReason(action) && holdWords.stopped),
    onPress: () => setOpen({ action, order }),
  }));
  const [first, ...others] = steps;
  const hold = useFirstHold(order);
  const [print, ...prints] = useOrderPrints(order);
  return (
    <>
      <RecordActions
        actions={[first, print, ...others.slice(0, 1), hold.action, ...others.slice(1), ...prints].filter(
          (action) => action !== undefined,
        )}
      />
      <Suspense>{open && <ActionDialog {...open} onClose={close} />}</Suspense>
      {hold.dialog}
    </>
  );
}

/** The way to put an order on hold that has no hold yet; others are placed beside those that it has. */
function useFirstHold(order: OrderRecord): { readonly action: RecordAction | undefined; readonly dialog: ReactNode } {
  const mayHold = usePermissions()('orders:hold') && canBeHeld(order);
  const isHeld = useLiveHolds(order).length > 0;
  const [held, setHeld] = useState<OrderRecord>();
  const onPress = (): void => setHeld(order);
  return {
    action: mayHold && !isHeld ? { id: 'hold', title: holdWords.place, offReason: offReasonOf(order), onPress } : undefined,
    dialog: <Suspense>{held && <PlaceHoldDialog order={held} onClose={() => setHeld(undefined)} />}</Suspense>,
  };
}

/** Why an order takes no step now, whichever it is. */
function offReasonOf({ pending_transition: step }: OrderRecord): string | undefined {
  return step === null ? undefined : words.pending[step];
}

/** The pages of an order for the printer. */
function useOrderPrints(order: OrderRecord): readonly RecordAction[] {
  const environment = useEnvironment();
  const pages: readonly (RecordAction | false)[] = [
    hasWholeSlip(order) && {
      id: 'slip',
      title: fulfilmentWords.slip,
      to: `/${environment}/orders/packing-slips`,
      search: { orders: order.id, slips: 'all' },
    },
    order.lines.some(({ allocated }) => allocated > 0) && {
      id: 'pick-list',
      title: pickWords.link,
      to: `/${environment}/orders/pick-list`,
      search: { orders: order.id },
    },
  ];
  return pages.filter((page) => page !== false);
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
