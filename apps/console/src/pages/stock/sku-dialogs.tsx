import { type ReactNode, useState } from 'react';
import { useSeenVersion } from '../../api/seen-version.ts';
import { operations } from '../../api/callable-operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { LocationField } from '../../parts/fields/location-field.tsx';
import { type Form, FormFrame, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { numberFault } from '../../api/typed-number.ts';
import { strings } from '../../strings.ts';
import { stockWords as words } from './stock-strings.ts';
import { ledgerWords } from './ledger-strings.ts';
import type { SkuActionProps } from './sku-action-props.ts';
import { skuFormStrings as formWords } from './sku-form-strings.ts';

const REASONS = Object.entries(ledgerWords.adjusted).map(([value, label]) => ({ value, label }));

/** Adds or removes units, with a reason for the ledger. */
export function AdjustDialog({ sku: { sku }, act, onClose }: SkuActionProps): ReactNode {
  const form = useForm({
    initial: { delta: '', reason: 'receipt', location: '', note: '' },
    check: ({ delta }) => (delta.trim() === '' ? { delta: strings.form.required } : numberFault('delta', delta)),
    bodyOf: ({ delta, ...others }) => ({ ...others, delta: Number(delta) }),
    send: (body) => act((call, query) => call(operations.adjustStock, { params: { sku }, query, body })),
  });
  return (
    <Dialog title={words.adjustTitle(sku)} onClose={onClose}>
      <p>{words.adjustText}</p>
      <FormFrame form={form} submit={words.save.adjust} onCancel={onClose}>
        <TextField form={form} name="delta" type="number" label={words.units} isFirst />
        <SelectField form={form} name="reason" label={words.reason} choices={REASONS} />
        <LocationField form={form} name="location" label={words.place} hint={words.adjustPlaceHint} isOptional makesNew />
        <TextField form={form} name="note" label={words.note} isOptional />
      </FormFrame>
    </Dialog>
  );
}

/** Sets the total, bound to the total that the member saw. */
export function CountDialog({ sku: { sku, on_hand: opened }, act, onClose }: SkuActionProps): ReactNode {
  const [seen, setSeen] = useState(opened);
  const form = useForm({
    initial: { on_hand: '', note: '' },
    check: ({ on_hand: counted }) => numberFault('on_hand', counted),
    bodyOf: ({ on_hand: counted, note }) => ({
      on_hand: counted.trim() === '' ? undefined : Number(counted),
      expected_on_hand: seen,
      note,
    }),
    send: async (body) => {
      try {
        await act((call, query) => call(operations.updateSku, { params: { sku }, query, body }));
      } catch (error) {
        // The dialog tells the total of now: the next press of its button decides about that.
        const present = error instanceof ApiProblem ? error.document.current?.['on_hand'] : undefined;
        if (typeof present === 'number') setSeen(present);
        throw error;
      }
    },
  });
  return (
    <Dialog title={words.countTitle(sku)} onClose={onClose}>
      <p>{seen === opened ? words.countText(seen) : words.countedMeanwhile(seen)}</p>
      <FormFrame form={form} submit={words.save.count} onCancel={onClose}>
        <TextField form={form} name="on_hand" type="number" label={words.counted} isFirst />
        <TextField form={form} name="note" label={words.note} isOptional />
      </FormFrame>
    </Dialog>
  );
}

/** Moves units from a location where some lie to another. */
export function TransferDialog({ sku: { sku, stock }, act, onClose }: SkuActionProps): ReactNode {
  const form: Form<'from' | 'to' | 'quantity' | 'note'> = useForm({
    initial: { from: stock[0]?.location_id ?? '', to: '', quantity: '', note: '' },
    check: ({ quantity }) => (quantity.trim() === '' ? { quantity: strings.form.required } : numberFault('quantity', quantity)),
    bodyOf: ({ from: _path, quantity, ...others }) => ({ ...others, sku, quantity: Number(quantity) }),
    send: (body) => act((call, query) => call(operations.transferStock, { params: { id: form.values.from }, query, body })),
  });
  const places = stock.map(({ location_id: value, location_path: place, on_hand: units }) => ({
    value,
    label: words.atPlace(place, units),
  }));
  return (
    <Dialog title={words.transferTitle(sku)} onClose={onClose}>
      <FormFrame form={form} submit={words.save.transfer} onCancel={onClose}>
        <SelectField form={form} name="from" label={words.from} choices={places} />
        <LocationField form={form} name="to" label={words.to} hint={words.toHint} makesNew isFirst />
        <TextField form={form} name="quantity" type="number" label={words.units} />
        <TextField form={form} name="note" label={words.note} isOptional />
      </FormFrame>
    </Dialog>
  );
}

/** Archives a SKU: an order may have taken units of it since it was shown, and it is archived all the same. */
export function ArchiveSkuDialog({ sku: { sku }, act, onClose }: SkuActionProps): ReactNode {
  const archive = (): Promise<void> => act((call, query) => call(operations.archiveSku, { params: { sku }, query }));
  return (
    <ConfirmDialog title={formWords.archiveTitle(sku)} action={formWords.archive} onConfirm={archive} onClose={onClose}>
      <p>{formWords.archiveText}</p>
    </ConfirmDialog>
  );
}

/** Restores an archived SKU. */
export function RestoreSkuDialog({ sku, act, onClose }: SkuActionProps): ReactNode {
  const asSeen = useSeenVersion(sku);
  const params = { sku: sku.sku };
  const form = useForm({
    initial: {},
    bodyOf: () => ({ status: 'active' }) as const,
    send: (body) => asSeen((ifMatch) => act((call, query) => call(operations.updateSku, { params, query, body, ifMatch }))),
  });
  return (
    <Dialog title={formWords.restoreTitle(sku.sku)} onClose={onClose}>
      <p>{formWords.restoreText}</p>
      <FormFrame form={form} submit={formWords.restore} onCancel={onClose}>
        {null}
      </FormFrame>
    </Dialog>
  );
}
