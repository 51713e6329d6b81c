import { orderRecord } from '../orders.ts';
import { fulfilmentRecord } from './fulfilments.ts';
import { erasedBy, isPersonal, personalFieldsOf } from './personal-text.ts';
import { returnRecord } from './returns.ts';

/** The fields of an order that hold persons' data themselves, as `changed` of an erasure names them: `ship_to`, `note`, `metadata`. */
export const PERSONAL_ORDER_FIELDS: readonly string[] = Object.entries(orderRecord.shape).flatMap(([name, field]) =>
  isPersonal(field) ? [name] : [],
);

const pathsIn = (record: typeof orderRecord | typeof fulfilmentRecord | typeof returnRecord): readonly string[] =>
  personalFieldsOf(record).map((path) => path.slice(1).replaceAll('/', '.'));

/** The fields that an erasure empties, by their paths in each record: `holds.note` of an order is that of each of its holds. */
export const PERSONAL_PATHS = {
  order: pathsIn(orderRecord),
  fulfilment: pathsIn(fulfilmentRecord),
  return: pathsIn(returnRecord),
} as const;

/**
 * A value of JSON in which each record of an order, at any depth, has lost its persons' data, and each of a fulfilment or return of it: the
 * fields that these declare as `personal`.
 *
 * @param value what was parsed: an event, an answer, a list of results.
 * @param recordId the order, or the return that has none.
 */
export function withoutPersons(value: unknown, recordId: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPersons(each, recordId));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPersons(each, recordId)]));
  const record = recordOf(members, recordId);
  return record ? erasedBy(record, members) : members;
}

/** The schema of a record of the order; undefined of anything else. */
function recordOf(members: Readonly<Record<string, unknown>>, recordId: string) {
  const { id, order_id: orderId } = members;
  if (id === recordId && 'ship_to' in members) return orderRecord;
  const isPart = 'note' in members && (orderId === recordId || (id === recordId && orderId === null));
  if (!isPart) return undefined;
  if ('packages' in members) return fulfilmentRecord;
  return String(id).startsWith('ret_') ? returnRecord : undefined;
}
