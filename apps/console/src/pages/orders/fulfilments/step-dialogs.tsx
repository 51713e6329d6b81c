import type { ShipFulfilmentBody, UpdateFulfilmentBody } from '@fulfilment/contracts';
import type { ReactNode } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import type { FulfilmentRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { localInputOf, MomentField, momentFault, momentOf } from '../../../parts/fields/moment-field.tsx';
import { FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { clearedTracking, TrackingFields, trackingOf } from '../tracking-fields.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { useStep } from '../order-step.ts';

/** A fulfilment that a dialog is about, with the name that the page gives it. */
export interface FulfilmentDialogProps {
  readonly fulfilment: FulfilmentRecord;
  readonly name: string;
  readonly onClose: () => void;
}

type ReasonedProps = FulfilmentDialogProps & { readonly step: 'unpack' | 'cancel' };

const REASONED = {
  unpack: { operation: operations.unpackFulfilment, text: words.unpackText, kind: 'primary' },
  cancel: { operation: operations.cancelFulfilment, text: words.cancelText, kind: 'danger-primary' },
} as const;

/** Unpacks or cancels a fulfilment, with a reason for the history. */
export function ReasonDialog({ fulfilment, name, step, onClose }: ReasonedProps): ReactNode {
  const take = useStep(fulfilment, words.done[step], onClose);
  const { operation, text, kind } = REASONED[step];
  const form = useForm({
    initial: { reason: '' },
    bodyOf: ({ reason }) => (reason.trim() === '' ? {} : { reason: reason.trim() }),
    send: (body) => take((call, of) => call(operation, { ...of, body })),
  });
  const title = words.stepOf(words.steps[step], name);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <FormFrame form={form} submit={title} kind={kind} onCancel={onClose} cancel={words.keep}>
        <ChangedNotice error={form.error} of="fulfilment" />
        <TextField form={form} name="reason" label={words.reason} rows={2} isOptional isFirst />
      </FormFrame>
    </Dialog>
  );
}

const placeField = (lineId: string): string => `from.${lineId}`;

/** Ships a packed fulfilment, of named locations where the member says some. */
export function ShipDialog({ fulfilment, name, onClose }: FulfilmentDialogProps): ReactNode {
  const take = useStep(fulfilment, words.done.ship, onClose);
  const { lines } = fulfilment;
  const form = useForm<Record<string, string>, ShipFulfilmentBody>({
    initial: { ...trackingOf(fulfilment), ...Object.fromEntries(lines.map(({ line_id: id }) => [placeField(id), ''])) },
    bodyOf: (values) => shipBodyOf(values, lines),
    send: (body) => take((call, of) => call(operations.shipFulfilment, { ...of, body })),
  });
  return (
    <Dialog title={words.stepOf(words.steps.ship, name)} onClose={onClose}>
      <p>{words.shipText}</p>
      <FormFrame form={form} submit={words.steps.ship} onCancel={onClose}>
        <ChangedNotice error={form.error} of="fulfilment" />
        <TrackingFields form={form} />
        <details>
          <summary>{words.fromTitle}</summary>
          <div className="form">
            {lines.map(({ line_id: id, sku, quantity }) => (
              <TextField
                key={id}
                form={form}
                name={placeField(id)}
                label={words.placeOf(sku, quantity)}
                hint={words.placeHint}
                isOptional
              />
            ))}
          </div>
        </details>
      </FormFrame>
    </Dialog>
  );
}

function shipBodyOf(values: Readonly<Record<string, string>>, lines: FulfilmentRecord['lines']): ShipFulfilmentBody {
  const tracking = ['carrier', 'tracking_number', 'tracking_url'].map((name) => [name, (values[name] ?? '').trim()]);
  const from = lines.flatMap(({ line_id, quantity }) => {
    const location = (values[placeField(line_id)] ?? '').trim();
    return location === '' ? [] : [{ line_id, location, quantity }];
  });
  return { ...Object.fromEntries(tracking.filter(([, value]) => value !== '')), ...(from.length === 0 ? {} : { from }) };
}

/** Changes carrier and tracking of a fulfilment, and of a shipped one the time of delivery; an emptied field is cleared. */
export function TrackingDialog({ fulfilment, name, onClose }: FulfilmentDialogProps): ReactNode {
  const take = useStep(fulfilment, words.done.tracking, onClose);
  const { delivered_at: delivered } = fulfilment;
  const wasDelivered = delivered === null ? '' : localInputOf(delivered);
  const form = useForm({
    initial: { ...trackingOf(fulfilment), delivered_at: wasDelivered },
    check: ({ delivered_at: at }) => momentFault('delivered_at', at),
    bodyOf: ({ delivered_at: at, ...tracking }): UpdateFulfilmentBody => ({
      ...clearedTracking(tracking),
      // The field has minutes, the record milliseconds: one that is left as it was stays as it was.
      ...(at === wasDelivered ? {} : { delivered_at: momentOf(at) ?? null }),
    }),
    send: (body) => take((call, of) => call(operations.updateFulfilment, { ...of, body })),
  });
  return (
    <Dialog title={words.stepOf(words.steps.tracking, name)} onClose={onClose}>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <ChangedNotice error={form.error} of="fulfilment" tells={['carrier', 'tracking_number', 'tracking_url']} />
        <TrackingFields form={form} />
        {fulfilment.status === 'shipped' && (
          <MomentField form={form} name="delivered_at" label={words.delivered} hint={words.deliveredHint} isOptional />
        )}
      </FormFrame>
    </Dialog>
  );
}
