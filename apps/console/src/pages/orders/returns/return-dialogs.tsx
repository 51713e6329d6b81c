import type { ReceiveReturnBody } from '@fulfilment/contracts';
import type { ReactNode } from 'react';
import { DISPOSITIONS } from '../../../api/contracts/constants.ts';
import { operations } from '../../../api/callable-operations.ts';
import type { ReturnRecord } from '../../../api/types.ts';
import { oneOf } from '../../../parts/address-values.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { LocationField } from '../../../parts/fields/location-field.tsx';
import { type Form, FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { useStep } from '../order-step.ts';
import { allUnits, chosenOf, UnitsFields, unitsFaults } from '../fulfilments/units-fields.tsx';
import type { Disposition } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';

/** A return that a dialog is about. */
export interface ReturnDialogProps {
  readonly of: ReturnRecord;
  readonly onClose: () => void;
}

/** Approves a requested return. */
export function ApproveDialog({ of: record, onClose }: ReturnDialogProps): ReactNode {
  const take = useStep(record, words.done.approve, onClose);
  const form = useForm({
    initial: {},
    bodyOf: () => ({}),
    send: () => take((call, of) => call(operations.approveReturn, of)),
  });
  return (
    <Dialog title={words.steps.approve} onClose={onClose}>
      <p>{words.texts.approve}</p>
      <FormFrame form={form} submit={words.steps.approve} onCancel={onClose}>
        <ChangedNotice error={form.error} of="return" />
      </FormFrame>
    </Dialog>
  );
}

const ENDS = { reject: operations.rejectReturn, cancel: operations.cancelReturn, close: operations.closeReturn } as const;

/** Rejects, cancels or closes a return, with a reason that it keeps. */
export function EndDialog({ of: record, step, onClose }: ReturnDialogProps & { readonly step: keyof typeof ENDS }): ReactNode {
  const take = useStep(record, words.done[step], onClose);
  const form = useForm({
    initial: { reason: '' },
    bodyOf: ({ reason }) => (reason.trim() === '' ? {} : { reason: reason.trim() }),
    send: (body) => take((call, of) => call(ENDS[step], { ...of, body })),
  });
  return (
    <Dialog title={words.steps[step]} onClose={onClose}>
      <p>{words.texts[step]}</p>
      <FormFrame form={form} submit={words.steps[step]} kind="danger-primary" onCancel={onClose} cancel={words.keep}>
        <ChangedNotice error={form.error} of="return" />
        <TextField form={form} name="reason" label={words.reason} rows={2} isOptional isFirst />
      </FormFrame>
    </Dialog>
  );
}

/** Receives units without a scanner, or says that they do not come. */
export function ReceiveDialog({
  of: record,
  step,
  onClose,
}: ReturnDialogProps & { readonly step: 'receive' | 'missing' }): ReactNode {
  const take = useStep(record, words.done[step], onClose);
  const lines = record.lines
    .filter(({ expected }) => expected > 0)
    .map(({ line_id, sku, name, expected: most }) => ({ line_id, sku, name, most }));
  const form = useForm<Record<string, string>, ReceiveReturnBody>({
    initial: { ...allUnits(lines), disposition: 'inspect', location: '' },
    check: (values) => unitsFaults(values, lines),
    bodyOf: (values) => {
      const how = step === 'missing' ? { disposition: step } : placeOf(values);
      return { lines: chosenOf(values, lines).map((line) => ({ ...line, ...how })) };
    },
    send: (body) => take((call, of) => call(operations.receiveReturn, { ...of, body })),
  });
  return (
    <Dialog title={words.steps[step]} onClose={onClose}>
      <p>{words.texts[step]}</p>
      <FormFrame form={form} submit={words.steps[step]} onCancel={onClose}>
        <ChangedNotice error={form.error} of="return" />
        <UnitsFields form={form} lines={lines} />
        {step === 'receive' && <DispositionFields form={form} choices={DISPOSITIONS} />}
      </FormFrame>
    </Dialog>
  );
}

interface DispositionFieldsProps {
  readonly form: Form;
  readonly choices: readonly Disposition[];
}

/** The disposition of units, and the location that they come to; scrapped ones come to none. */
export function DispositionFields({ form, choices }: DispositionFieldsProps): ReactNode {
  const disposition = oneOf(choices, form.values['disposition']);
  return (
    <>
      <SelectField
        form={form}
        name="disposition"
        label={words.disposition}
        choices={choices.map((value) => ({ value, label: words.dispositions[value] }))}
        {...(disposition === undefined ? {} : { hint: words.dispositionHints[disposition] })}
      />
      {disposition !== undefined && disposition !== 'scrap' && (
        <LocationField form={form} name="location" label={words.location} hint={words.locationHint[disposition]} isOptional />
      )}
    </>
  );
}

/** The disposition and location that fields stand for. */
export function placeOf(values: Readonly<Record<string, string>>): { disposition: Disposition; location?: string } {
  const disposition = oneOf(DISPOSITIONS, values['disposition']) ?? 'inspect';
  const location = (values['location'] ?? '').trim();
  return { disposition, ...(location === '' || disposition === 'scrap' ? {} : { location }) };
}
