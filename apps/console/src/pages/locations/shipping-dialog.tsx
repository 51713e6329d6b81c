import { type ReactNode, useState } from 'react';
import { operations } from '../../api/callable-operations.ts';
import { useSeenVersion } from '../../api/seen-version.ts';
import { typedNumber } from '../../api/typed-number.ts';
import type { LocationRecord } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFrame, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useChangeOfLocations } from './location-records.ts';
import { strings as words } from './location-strings.ts';

const SHIPS = (['true', 'false'] as const).map((value) => ({ value, label: words.shipping.ships[value] }));

/** Codes as people type them: `de, at`. */
const codesIn = (typed: string): string[] =>
  typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');

/** Changes the orders that a warehouse ships, if it is as the member saw it. */
export function ShippingDialog({
  location,
  onClose,
}: {
  readonly location: LocationRecord;
  readonly onClose: () => void;
}): ReactNode {
  const change = useChangeOfLocations();
  const asSeen = useSeenVersion(location);
  const [{ id, path, ships, priority, countries }] = useState(location);
  const form = useForm({
    initial: { ships: String(ships), priority: String(priority ?? 0), countries: countries?.join(', ') ?? '' },
    schema: 'updateLocationBody',
    bodyOf: (values) => {
      const codes = codesIn(values.countries);
      return {
        ships: values.ships === 'true',
        priority: typedNumber(values.priority),
        countries: codes.length === 0 ? null : codes,
      };
    },
    send: async (body) => {
      await asSeen((ifMatch) =>
        change((call, query) => call(operations.updateLocation, { params: { id }, query, body, ifMatch })),
      );
      toast(words.saved);
      onClose();
    },
  });
  return (
    <Dialog title={words.shipping.title(path)} onClose={onClose}>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <SelectField form={form} name="ships" label={words.shipping.label} choices={SHIPS} />
        <TextField form={form} name="priority" type="number" label={words.shipping.priority} hint={words.shipping.priorityHint} />
        <TextField form={form} name="countries" label={words.shipping.countries} hint={words.shipping.countriesHint} isOptional />
      </FormFrame>
    </Dialog>
  );
}
