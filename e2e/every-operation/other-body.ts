import type { Operation } from '@fulfilment/contracts';

/**
 * Another body that an operation takes as well: the same but for one number or text.
 *
 * @returns undefined where none is found.
 */
export function otherBody({ body: schema }: Operation, body: unknown): unknown {
  return changesOf(body).find((changed) => schema.safeParse(changed).success);
}

/** The same value with one change, at each place where one can be made, and without each of its members. */
function changesOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'string') return [`${value}2`];
  if (Array.isArray(value)) return value.flatMap((item, place) => changesOf(item).map((changed) => value.with(place, changed)));
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const changed = members.flatMap(([name, member]) => changesOf(member).map((other) => ({ ...value, [name]: other })));
  return [...changed, ...members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name)))];
}
