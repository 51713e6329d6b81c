import type { DisposeReturnBody } from '@fulfilment/contracts';
import { type ReactNode, useId, useState } from 'react';
import { DISPOSITIONS, KEPT_DISPOSITIONS } from '../../../api/contracts/constants.ts';
import { operations } from '../../../api/callable-operations.ts';
import { oneOf } from '../../../parts/address-values.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFrame, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { useStep } from '../order-step.ts';
import { allUnits, type Choosable, chosenOf, UnitsFields, unitsFaults } from '../fulfilments/units-fields.tsx';
import { DispositionFields, placeOf, type ReturnDialogProps } from './return-dialogs.tsx';
import { unitsByDisposition } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';

type Kept = (typeof KEPT_DISPOSITIONS)[number];

/** Changes the disposition of units that came back: those of one disposition at a time. */
export function DisposeDialog({ of, onClose }: ReturnDialogProps): ReactNode {
  const id = useId();
  const choices = KEPT_DISPOSITIONS.filter((kept) => linesWith(of, kept).length > 0);
  const [from, setFrom] = useState(choices[0]);
  if (from === undefined) return null;
  return (
    <Dialog title={words.steps.dispose} onClose={onClose}>
      <p>{words.texts.dispose}</p>
      <div className="field">
        <label htmlFor={id}>{words.from}</label>
        <select id={id} className="input" value={from} onChange={({ target }) => setFrom(oneOf(choices, target.value))}>
          {choices.map((kept) => (
            <option key={kept} value={kept}>
              {words.dispositions[kept]}
            </option>
          ))}
        </select>
      </div>
      <DisposeForm key={from} of={of} from={from} onClose={onClose} />
    </Dialog>
  );
}

function DisposeForm({ of: record, from, onClose }: ReturnDialogProps & { readonly from: Kept }): ReactNode {
  const take = useStep(record, words.done.dispose, onClose);
  const lines = linesWith(record, from);
  const choices = DISPOSITIONS.filter((disposition) => disposition !== from);
  const form = useForm<Record<string, string>, DisposeReturnBody>({
    initial: { ...allUnits(lines), disposition: choices[0] ?? '', location: '' },
    check: (values) => unitsFaults(values, lines),
    bodyOf: (values) => ({ lines: chosenOf(values, lines).map((line) => ({ ...line, from, ...placeOf(values) })) }),
    send: (body) => take((call, of) => call(operations.disposeReturn, { ...of, body })),
  });
  return (
    <FormFrame form={form} submit={words.steps.dispose} onCancel={onClose}>
      <ChangedNotice error={form.error} of="return" />
      <UnitsFields form={form} lines={lines} />
      <DispositionFields form={form} choices={choices} />
    </FormFrame>
  );
}

/** The lines that have units of a disposition. */
function linesWith({ lines }: ReturnDialogProps['of'], kept: Kept): readonly Choosable[] {
  return lines
    .map((line) => ({ line_id: line.line_id, sku: line.sku, name: line.name, most: unitsByDisposition(line)[kept] }))
    .filter(({ most }) => most > 0);
}
