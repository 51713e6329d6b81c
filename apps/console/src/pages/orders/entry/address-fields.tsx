import type { ReactNode } from 'react';
import type { OrderRecord } from '../../../api/types.ts';
import { CountryField, countryCodeOf } from '../../../parts/fields/country-field.tsx';
import { type Form, TextField } from '../../../parts/form.tsx';
import { entryStrings as words } from './entry-strings.ts';

type AddressName = keyof typeof words.fields;

/** The fields of an address, by the names under which the API tells their faults. */
export type AddressFields = Readonly<Record<`ship_to/${AddressName}`, string>>;

const NAMES = ['name', 'company', 'address1', 'address2', 'postal_code', 'city', 'region', 'country', 'phone', 'email'] as const;
const REQUIRED: readonly AddressName[] = ['name', 'address1', 'city', 'country'];

/** The fields of an address; empty ones for none. */
export function fieldsOfAddress(to: OrderRecord['ship_to']): AddressFields {
  const textOf = (name: AddressName): string => to?.[name] ?? '';
  return {
    'ship_to/name': textOf('name'),
    'ship_to/company': textOf('company'),
    'ship_to/address1': textOf('address1'),
    'ship_to/address2': textOf('address2'),
    'ship_to/postal_code': textOf('postal_code'),
    'ship_to/city': textOf('city'),
    'ship_to/region': textOf('region'),
    'ship_to/country': textOf('country'),
    'ship_to/phone': textOf('phone'),
    'ship_to/email': textOf('email'),
  };
}

/** The address that fields stand for; undefined where all of them are empty. */
export function addressOf(fields: AddressFields): Readonly<Partial<Record<AddressName, string>>> | undefined {
  const given = NAMES.map((name) => [name, fields[`ship_to/${name}`].trim()] as const).filter(([, text]) => text !== '');
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map(([name, text]) => [name, name === 'country' ? countryCodeOf(text) : text]));
}

/** The fields of an address, in the order in which it is written. */
export function AddressFieldset<Names extends string>({ form }: { readonly form: Form<Names | keyof AddressFields> }): ReactNode {
  return (
    <fieldset className="field">
      <legend className="label">{words.address}</legend>
      <span className="hint">{words.addressHint}</span>
      <div className="address">
        {NAMES.map((name) => {
          const field = { form, name: `ship_to/${name}`, label: words.fields[name] } as const;
          if (name === 'country') return <CountryField key={name} {...field} hint={words.countryHint} />;
          const isOptional = !REQUIRED.includes(name);
          return <TextField key={name} {...field} type={name === 'email' ? 'email' : 'text'} isOptional={isOptional} />;
        })}
      </div>
    </fieldset>
  );
}
