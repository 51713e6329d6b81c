import { z } from 'zod';

/** Stands where an erased address had a text that every address has, so that readers of earlier releases take it. */
export const ERASED = '[erased]';

/** The fields of an order that hold persons' data, as `changed` of an erasure names them. */
export const PERSONAL_ORDER_FIELDS = ['ship_to', 'note', 'metadata'] as const;

/** An address of which nothing but the country is left; null where there was none. */
export function erasedAddress(given: { readonly country: string } | null | undefined) {
  return given ? { name: ERASED, address1: ERASED, city: ERASED, country: given.country } : null;
}

/**
 * A value of JSON in which each record of an order, at any depth, has lost its persons' data, and each of a fulfilment or return of it.
 *
 * @param value what was parsed: an event, an answer, a list of results.
 * @param orderId the order.
 */
export function withoutPersons(value: unknown, orderId: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPersons(each, orderId));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPersons(each, orderId)]));
  if (members['order_id'] === orderId && 'note' in members) {
    if ('packages' in members) return { ...members, note: null };
    if (String(members['id']).startsWith('ret_')) return { ...members, note: null, lines: withoutNotes(members['lines']) };
  }
  if (members['id'] !== orderId || !('ship_to' in members)) return members;
  const known = z.looseObject({ country: z.string() }).nullable().safeParse(Reflect.get(value, 'ship_to')).data;
  const holds = 'holds' in members ? { holds: withoutNotes(members['holds']) } : {};
  return { ...members, ...holds, ship_to: erasedAddress(known), note: null, metadata: {} };
}

const withoutNotes = (list: unknown): unknown =>
  Array.isArray(list) ? list.map((each: object) => ({ ...each, note: null })) : list;
