import type { ReactNode } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { useStep } from '../order-step.ts';
import { dropOf, type OpenUnits } from '../../../api/open-units.ts';
import { allUnits, chosenOf, UnitsFields, unitsFaults, unitsOfField } from './units-fields.tsx';

interface CloseDialogProps {
  readonly order: OrderRecord;
  readonly open: readonly OpenUnits[];
  readonly onClose: () => void;
}

/** Drops units that are in no fulfilment from an order, and says first how many those are, and what the order is then. */
export function CloseDialog({ order, open, onClose }: CloseDialogProps): ReactNode {
  const take = useStep(order, words.done.close, onClose);
  const lines = open.map(({ line: { id: line_id, sku, name }, held, waiting }) => ({ line_id, sku, name, most: held + waiting }));
  const form = useForm<Record<string, string>, { reason?: string; lines: ReturnType<typeof chosenOf> }>({
    initial: { ...allUnits(lines), reason: '' },
    check: (values) => unitsFaults(values, lines),
    bodyOf: ({ reason = '', ...values }) => ({
      lines: chosenOf(values, lines),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }),
    send: (body) => take((call, of) => call(operations.closeOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.steps.close} onClose={onClose}>
      <p>{words.closeText}</p>
      <FormFrame form={form} submit={words.steps.close} kind="danger-primary" onCancel={onClose} cancel={words.keepOrder}>
        <ChangedNotice error={form.error} of="order" />
        <UnitsFields form={form} lines={lines} />
        <TextField form={form} name="reason" label={words.reason} rows={2} isOptional />
        <Dropped order={order} open={open} values={form.values} />
      </FormFrame>
    </Dialog>
  );
}

interface DroppedProps {
  readonly order: OrderRecord;
  readonly open: readonly OpenUnits[];
  readonly values: Readonly<Record<string, string>>;
}

function Dropped({ order, open, values }: DroppedProps): ReactNode {
  const drops = open.map((units) => dropOf(units, unitsOfField(values[units.line.id], units.held + units.waiting) ?? 0));
  const held = drops.reduce((sum, drop) => sum + drop.held, 0);
  const waiting = drops.reduce((sum, drop) => sum + drop.waiting, 0);
  const unshipped = order.lines.reduce((sum, line) => sum + line.allocated + line.backordered, 0);
  const wasShipped = order.lines.some(({ shipped }) => shipped > 0);
  return (
    <p className="notice" data-kind="warning" role="status">
      <span>{words.dropped(held + waiting, held, waiting)}</span>
      {unshipped === held + waiting && <span>{words.lastOpen[wasShipped ? 'shipped' : 'cancelled']}</span>}
      <span>{words.final}</span>
    </p>
  );
}
