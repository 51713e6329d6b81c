import { type KnownFields, unknownFieldsOf, withUnknownFields } from '@fulfilment/kernel';
import type { Address, OrderLine } from './domain/order.ts';

export interface LineDocument {
  readonly id: string;
  readonly sku: string;
  readonly name: string | null;
  readonly quantity: number;
  readonly allocated: number;
  readonly shipped: number;
  readonly external_line_id: string | null;
}

export interface AddressDocument {
  readonly name: string;
  readonly company?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country: string;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

const LINE_FIELDS: KnownFields<LineDocument> = {
  id: true,
  sku: true,
  name: true,
  quantity: true,
  allocated: true,
  shipped: true,
  external_line_id: true,
};
const ADDRESS_FIELDS: KnownFields<AddressDocument> = {
  name: true,
  company: true,
  address1: true,
  address2: true,
  city: true,
  region: true,
  postal_code: true,
  country: true,
  phone: true,
  email: true,
};
export function toLineDocument(line: OrderLine): LineDocument {
  const { id, sku, name, quantity, allocated, shipped, externalLineId } = line;
  return { ...unknownFieldsOf(line), id, sku, name, quantity, allocated, shipped, external_line_id: externalLineId };
}

/** @throws Error where a quantity is no whole number: a step would store it again. */
export function toLine(document: LineDocument): OrderLine {
  const { id, sku, name, quantity, allocated, shipped, external_line_id: externalLineId } = document;
  if (!Number.isSafeInteger(quantity + allocated + shipped)) throw new Error(`The line ${id} of an order lacks a quantity`);
  return withUnknownFields({ id, sku, name, quantity, allocated, shipped, externalLineId }, document, LINE_FIELDS);
}

/** Domain and document have the same names, most of which may be absent. */
export function toAddress(document: AddressDocument): Address {
  return withUnknownFields(addressOf(document), document, ADDRESS_FIELDS);
}

export function toAddressDocument(address: Address): AddressDocument {
  return { ...unknownFieldsOf(address), ...addressOf(address) };
}

function addressOf(address: Address & AddressDocument): Address & AddressDocument {
  const { name, company, address1, address2, city, region, postal_code, country, phone, email } = address;
  return { name, company, address1, address2, city, region, postal_code, country, phone, email };
}
