import type { ReactNode } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { useStep } from '../order-step.ts';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { type OpenUnits, warehousesOf } from '../../../api/open-units.ts';
import { allUnits, chosenOf, UnitsFields, unitsFaults } from './units-fields.tsx';

interface ReassignDialogProps {
  readonly order: OrderRecord;
  readonly open: readonly OpenUnits[];
  readonly onClose: () => void;
}

interface Move {
  line_id: string;
  quantity: number;
  from?: string;
  to: string;
}

/** Holds units that are in no fulfilment in another warehouse. */
export function ReassignDialog({ order, open, onClose }: ReassignDialogProps): ReactNode {
  const take = useStep(order, words.done.reassign, onClose);
  const lines = open
    .filter(({ places }) => places.length > 0)
    .map(({ line: { id: line_id, sku, name }, held: most }) => ({ line_id, sku, name, most }));
  const places = warehousesOf(open).map(({ warehouse_id: value, warehouse: label }) => ({ value, label }));
  const form = useForm<Record<string, string>, { lines: Move[] }>({
    initial: { ...allUnits(lines), from: '', to: '' },
    check: (values) => ({ ...unitsFaults(values, lines), ...(values['to']?.trim() ? {} : { to: words.noTarget }) }),
    bodyOf: ({ from = '', to = '', ...values }) => ({
      lines: chosenOf(values, lines).map((units) => ({ ...units, ...(from === '' ? {} : { from }), to: to.trim() })),
    }),
    send: (body) => take((call, of) => call(operations.reassignOrder, { ...of, body })),
  });
  return (
    <Dialog title={words.steps.reassign} onClose={onClose}>
      <p>{words.reassignText}</p>
      <FormFrame form={form} submit={words.steps.reassign} onCancel={onClose}>
        <ChangedNotice error={form.error} of="order" />
        <TextField form={form} name="to" label={words.to} hint={words.toHint} isFirst />
        <SelectField form={form} name="from" label={words.from} choices={[{ value: '', label: words.anywhere }, ...places]} />
        <UnitsFields form={form} lines={lines} takesFocus={false} />
      </FormFrame>
    </Dialog>
  );
}
