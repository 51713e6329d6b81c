import type { ReactNode } from 'react';
import { operations } from '../../../api/operations.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFrame, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { useStep } from '../order-step.ts';
import type { OpenUnits } from './open-units.ts';
import { allUnits, chosenOf, UnitsFields, unitsFaults } from './units-fields.tsx';

interface CreateDialogProps {
  readonly order: OrderRecord;
  readonly open: readonly OpenUnits[];
  readonly onClose: () => void;
}

/** Makes a fulfilment of chosen units; all that is allocated and in none at first. */
export function CreateDialog({ order, open, onClose }: CreateDialogProps): ReactNode {
  const take = useStep(order, words.done.create, onClose);
  const lines = open
    .filter(({ held }) => held > 0)
    .map(({ line: { id: line_id, sku, name }, held: most }) => ({ line_id, sku, name, most }));
  const form = useForm({
    initial: allUnits(lines),
    check: (values) => unitsFaults(values, lines),
    bodyOf: (values) => ({ lines: chosenOf(values, lines) }),
    send: (body) => take((call, of) => call(operations.createFulfilment, { ...of, body })),
  });
  return (
    <Dialog title={words.steps.create} onClose={onClose}>
      <p>{words.createText}</p>
      <FormFrame form={form} submit={words.steps.create} onCancel={onClose}>
        <ChangedNotice error={form.error} of="order" />
        <UnitsFields form={form} lines={lines} />
      </FormFrame>
    </Dialog>
  );
}
