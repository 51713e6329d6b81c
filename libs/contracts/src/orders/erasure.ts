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
 * @param recordId the order, or the return that has none.
 */
export function withoutPersons(value: unknown, recordId: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPersons(each, recordId));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPersons(each, recordId)]));
  if (isPartOf(members, recordId)) {
    if ('packages' in members) return { ...members, note: null };
    if (String(members['id']).startsWith('ret_')) return { ...members, note: null, lines: withoutNotes(members['lines']) };
  }
  if (members['id'] !== recordId || !('ship_to' in members)) return members;
  const known = z.looseObject({ country: z.string() }).nullable().safeParse(Reflect.get(value, 'ship_to')).data;
  const holds = 'holds' in members ? { holds: withoutNotes(members['holds']) } : {};
  return { ...members, ...holds, ship_to: erasedAddress(known), note: null, metadata: {} };
}

/** True of a fulfilment or return of the order, and of the return itself that has none. */
function isPartOf(members: Readonly<Record<string, unknown>>, recordId: string): boolean {
  const { id, order_id: orderId } = members;
  return 'note' in members && (orderId === recordId || (id === recordId && orderId === null));
}

const withoutNotes = (list: unknown): unknown =>
  Array.isArray(list) ? list.map((each: object) => ({ ...each, note: null })) : list;
