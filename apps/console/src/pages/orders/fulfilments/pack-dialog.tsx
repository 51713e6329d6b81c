import type { PackFulfilmentBody } from '@fulfilment/contracts';
import { type ReactNode, useState } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import { numberFault, typedNumber } from '../../../api/typed-number.ts';
import type { FulfilmentRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { type Form, FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { useStep } from '../order-step.ts';
import type { FulfilmentDialogProps } from './step-dialogs.tsx';
import { unitsOfField } from './units-fields.tsx';

type Lines = FulfilmentRecord['lines'];
type Values = Readonly<Record<string, string>>;

const weightField = (parcel: number): string => `weight.${parcel}`;
const unitsField = (lineId: string, parcel: number): string => `${lineId}.${parcel}`;
const SHORT = ['', 'backorder', 'reallocate', 'cancel'] as const;

/** Packs a fulfilment: what is in each parcel, and what becomes of units that are in none. */
export function PackDialog({ fulfilment, name, onClose }: FulfilmentDialogProps): ReactNode {
  const { lines, warehouse } = fulfilment;
  const take = useStep(fulfilment, words.done.pack, onClose);
  const [parcels, setParcels] = useState<readonly number[]>([1]);
  const form = useForm<Record<string, string>, PackFulfilmentBody>({
    initial: { ...fieldsOf(lines, 1, ({ quantity }) => String(quantity)), short: '' },
    check: (values) => faultsOf(values, lines, parcels),
    bodyOf: (values) => bodyOf(values, lines, parcels),
    send: (body) => take((call, of) => call(operations.packFulfilment, { ...of, body })),
  });
  const missing = missingOf(form.values, lines, parcels);
  const add = (): void => {
    const parcel = parcels.length + 1;
    for (const [field, value] of Object.entries(fieldsOf(lines, parcel, () => ''))) form.set(field, value);
    setParcels([...parcels, parcel]);
  };
  return (
    <Dialog title={words.stepOf(words.steps.pack, name)} onClose={onClose}>
      <p>{words.packText}</p>
      <FormFrame form={form} submit={words.steps.pack} onCancel={onClose}>
        <ChangedNotice error={form.error} of="fulfilment" />
        {parcels.map((parcel) => (
          <Parcel key={parcel} form={form} lines={lines} parcel={parcel} />
        ))}
        <span>
          <Button size="small" onPress={add}>
            {words.addParcel}
          </Button>
        </span>
        {missing > 0 && (
          <SelectField
            form={form}
            name="short"
            label={words.short(missing)}
            choices={SHORT.filter((value) => value !== 'reallocate' || warehouse !== null).map((value) => ({
              value,
              label: words.shortChoices[value],
            }))}
          />
        )}
      </FormFrame>
    </Dialog>
  );
}

interface ParcelProps {
  readonly form: Form;
  readonly lines: Lines;
  readonly parcel: number;
}

function Parcel({ form, lines, parcel }: ParcelProps): ReactNode {
  return (
    <fieldset className="field stack">
      <legend className="label">{words.parcel(parcel)}</legend>
      {lines.map(({ line_id: id, sku, name, quantity }, place) => (
        <TextField
          key={id}
          form={form}
          name={unitsField(id, parcel)}
          type="number"
          label={words.unitsIn(sku, parcel)}
          hint={words.ofPlan(quantity, name)}
          isFirst={parcel === 1 && place === 0}
        />
      ))}
      <TextField form={form} name={weightField(parcel)} type="number" label={words.weightOf(parcel)} isOptional />
    </fieldset>
  );
}

function fieldsOf(lines: Lines, parcel: number, units: (line: Lines[number]) => string): Values {
  const ofLines = lines.map((line) => [unitsField(line.line_id, parcel), units(line)]);
  return Object.fromEntries([[weightField(parcel), ''], ...ofLines]);
}

function contentsOf(values: Values, lines: Lines, parcel: number): Array<{ line_id: string; quantity: number }> {
  return lines.flatMap(({ line_id, quantity: planned }) => {
    const quantity = unitsOfField(values[unitsField(line_id, parcel)], planned) ?? 0;
    return quantity === 0 ? [] : [{ line_id, quantity }];
  });
}

function packedOf(values: Values, lines: Lines, parcels: readonly number[]): ReadonlyMap<string, number> {
  const packed = new Map<string, number>();
  for (const { line_id: id, quantity } of parcels.flatMap((parcel) => contentsOf(values, lines, parcel)))
    packed.set(id, (packed.get(id) ?? 0) + quantity);
  return packed;
}

function missingOf(values: Values, lines: Lines, parcels: readonly number[]): number {
  const packed = packedOf(values, lines, parcels);
  return lines.reduce((sum, { line_id: id, quantity }) => sum + Math.max(0, quantity - (packed.get(id) ?? 0)), 0);
}

function faultsOf(values: Values, lines: Lines, parcels: readonly number[]): Partial<Record<string, string>> {
  const packed = packedOf(values, lines, parcels);
  const ofParcels = parcels.map((parcel) => ({
    ...faultsOfParcel(values, lines, parcel),
    ...numberFault(weightField(parcel), values[weightField(parcel)] ?? ''),
  }));
  const tooMany = lines.flatMap(({ line_id: id, quantity }) => {
    const units = packed.get(id) ?? 0;
    return units <= quantity ? [] : [[unitsField(id, parcels.length), words.tooMany(units, quantity)]];
  });
  const found = { ...Object.fromEntries(tooMany), ...Object.assign({}, ...ofParcels) };
  if (Object.keys(found).length > 0) return found;
  const [first] = lines;
  if (packed.size === 0 && first) return { [unitsField(first.line_id, 1)]: words.noUnits };
  return missingOf(values, lines, parcels) > 0 && values['short'] === '' ? { short: words.shortMissing } : {};
}

function faultsOfParcel(values: Values, lines: Lines, parcel: number): Partial<Record<string, string>> {
  const fields = lines.map(({ line_id: id, quantity }) => [unitsField(id, parcel), quantity] as const);
  const wrong = fields.filter(([field, most]) => unitsOfField(values[field], most) === undefined);
  return Object.fromEntries(wrong.map(([field, most]) => [field, words.wrongUnits(most)]));
}

function bodyOf(values: Values, lines: Lines, parcels: readonly number[]): PackFulfilmentBody {
  const packages = parcels.flatMap((parcel) => {
    const contents = contentsOf(values, lines, parcel);
    const weight = typedNumber(values[weightField(parcel)] ?? '');
    const weighed = typeof weight === 'number' ? { weight_g: weight } : {};
    return contents.length === 0 ? [] : [{ ...weighed, lines: contents }];
  });
  const short = SHORT.find((value) => value !== '' && value === values['short']);
  if (missingOf(values, lines, parcels) === 0 || !short) return { packages };
  const packed = Array.from(packedOf(values, lines, parcels), ([line_id, quantity]) => ({ line_id, quantity }));
  return { packages, lines: packed, short };
}
