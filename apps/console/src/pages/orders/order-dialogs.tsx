import type { ReactNode } from 'react';
import { operations } from '../../api/operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { OrderRecord } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { type Form, FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { numberFault } from '../../api/typed-number.ts';
import { dailyWork } from '../../strings-operations.ts';
import type { OrderActionProps } from './order-action-props.ts';
import { unitsOf } from './order-states.tsx';

const { orders: words } = dailyWork;

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
        <ChangedMeanwhile error={form.error} />
        <TextField form={form} name="packages" type="number" label={words.weight} isOptional isFirst />
      </FormFrame>
    </Dialog>
  );
}

type Tracking = Record<'carrier' | 'tracking_number' | 'tracking_url', string>;

function trackingOf({ carrier, tracking_number, tracking_url }: OrderRecord): Tracking {
  return { carrier: carrier ?? '', tracking_number: tracking_number ?? '', tracking_url: tracking_url ?? '' };
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
        <ChangedMeanwhile error={form.error} />
        <TrackingFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

/** Changes carrier and tracking; an emptied field is cleared. */
export function TrackingDialog({ order, take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: trackingOf(order),
    bodyOf: (values) => ({
      carrier: values.carrier.trim() || null,
      tracking_number: values.tracking_number.trim() || null,
      tracking_url: values.tracking_url.trim() || null,
    }),
    send: (body) => take((call, of) => call(operations.updateOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.tracking} onClose={onClose}>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <ChangedMeanwhile error={form.error} tells={['carrier', 'tracking_number', 'tracking_url']} />
        <TrackingFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

function TrackingFields({ form }: { readonly form: Form<keyof Tracking> }): ReactNode {
  return (
    <>
      <TextField form={form} name="carrier" label={words.carrier} isOptional isFirst />
      <TextField form={form} name="tracking_number" label={words.trackingNumber} isOptional />
      <TextField form={form} name="tracking_url" type="url" label={words.trackingUrl} isOptional />
    </>
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
        <ChangedMeanwhile error={form.error} />
        <TextField form={form} name="reason" label={words.reason} rows={3} isOptional isFirst />
      </FormFrame>
    </Dialog>
  );
}

/** Erases persons' data of an order; the typed word confirms that there is no way back. */
export function EraseDialog({ take, onClose }: OrderActionProps): ReactNode {
  const form = useForm({
    initial: { confirmation: '' },
    check: ({ confirmation }) => (confirmation.trim() === words.eraseWord ? {} : { confirmation: words.eraseConfirm }),
    bodyOf: () => ({}),
    send: () => take((call, of) => call(operations.eraseOrder, of)),
  });
  return (
    <Dialog title={words.erase} onClose={onClose}>
      <p>{words.eraseText}</p>
      <FormFrame form={form} submit={words.erase} kind="danger-primary" onCancel={onClose} cancel={words.keepData}>
        <ChangedMeanwhile error={form.error} />
        <TextField form={form} name="confirmation" label={words.eraseConfirm} isFirst />
      </FormFrame>
    </Dialog>
  );
}

interface ChangedMeanwhileProps {
  readonly error: unknown;
  /** Fields that the dialog writes over. */
  readonly tells?: readonly (keyof Tracking)[];
}

const TRACKING_TITLES: Readonly<Record<keyof Tracking, string>> = {
  carrier: words.carrier,
  tracking_number: words.trackingNumber,
  tracking_url: words.trackingUrl,
};

/** Of a version conflict: what the order is by now, and what it holds where the dialog would write over it. */
function ChangedMeanwhile({ error, tells = [] }: ChangedMeanwhileProps): ReactNode {
  if (!(error instanceof ApiProblem) || error.code !== 'version_conflict') return null;
  const { current = {} } = error.document;
  const { status, version } = current;
  if (typeof status !== 'string' || typeof version !== 'number') return null;
  const statuses: Readonly<Record<string, string>> = words.statuses;
  return (
    <div className="notice" data-kind="warning">
      <span>{words.changedMeanwhile(statuses[status] ?? status, version)}</span>
      {tells.map((name) => (
        <span key={name}>{words.now(TRACKING_TITLES[name], textOf(current[name]))}</span>
      ))}
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : words.nothing;
}
