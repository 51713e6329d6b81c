import type { ReactNode } from 'react';
import { operations } from '../../api/callable-operations.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { numberFault } from '../../api/typed-number.ts';
import { strings } from '../../strings.ts';
import { orderWords as words } from './order-strings.ts';
import { ChangedNotice } from './changed-notice.tsx';
import type { OrderActionProps } from './order-step.ts';
import { unitsOf } from './order-states.tsx';
import { clearedTracking, TrackingFields, trackingOf } from './tracking-fields.tsx';

/** Packs the whole order, as one parcel whose weight can be given. */
export function PackDialog({ order, take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: { packages: '' },
    check: ({ packages: weight }) => numberFault('packages', weight),
    bodyOf: ({ packages: weight }) => (weight.trim() === '' ? {} : { packages: [{ weight_g: Number(weight) }] }),
    send: (body) => take((call, of) => call(operations.packOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.pack} onClose={onClose}>
      <p>{words.packText(unitsOf(order).allocated)}</p>
      <FormFrame form={form} submit={words.pack} onCancel={onClose}>
        <ChangedNotice error={form.error} of="order" />
        <TextField form={form} name="packages" type="number" label={words.weight} isOptional isFirst />
      </FormFrame>
    </Dialog>
  );
}

/** Ships a packed order. */
export function ShipDialog({ order, take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: trackingOf(order),
    send: (body) => take((call, of) => call(operations.shipOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.ship} onClose={onClose}>
      <p>{words.shipText}</p>
      <FormFrame form={form} submit={words.ship} onCancel={onClose}>
        <ChangedNotice error={form.error} of="order" />
        <TrackingFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

/** Changes carrier and tracking; an emptied field is cleared. */
export function TrackingDialog({ order, take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: trackingOf(order),
    bodyOf: clearedTracking,
    send: (body) => take((call, of) => call(operations.updateOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.tracking} onClose={onClose}>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <ChangedNotice error={form.error} of="order" tells={['carrier', 'tracking_number', 'tracking_url']} />
        <TrackingFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

/** Cancels an order, with a reason for its history. */
export function CancelDialog({ take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: { reason: '' },
    send: (body) => take((call, of) => call(operations.cancelOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.cancel} onClose={onClose}>
      <p>{words.cancelText}</p>
      <FormFrame form={form} submit={words.cancel} kind="danger-primary" onCancel={onClose} cancel={words.keepOrder}>
        <ChangedNotice error={form.error} of="order" />
        <TextField form={form} name="reason" label={words.reason} rows={3} isOptional isFirst />
      </FormFrame>
    </Dialog>
  );
}

/** Erases persons' data of an order; the typed word confirms that there is no way back. */
export function EraseDialog({ take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: { confirmation: '' },
    check: ({ confirmation }) => (confirmation.trim() === strings.erasure.word ? {} : { confirmation: strings.erasure.confirm }),
    bodyOf: () => ({}),
    send: () => take((call, of) => call(operations.eraseOrder, of)),
  });
  return (
    <Dialog title={words.erase} onClose={onClose}>
      <p>{words.eraseText}</p>
      <FormFrame form={form} submit={words.erase} kind="danger-primary" onCancel={onClose} cancel={words.keepData}>
        <ChangedNotice error={form.error} of="order" />
        <TextField form={form} name="confirmation" label={strings.erasure.confirm} isFirst />
      </FormFrame>
    </Dialog>
  );
}
