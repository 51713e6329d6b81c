import { isObject } from './filter/parse-filter.ts';

/** Counts the orders that events show with their address; several events of one order count once. */
export function ordersWithAddress(events: readonly unknown[]): number {
  const records = events.map((event) => member(event, 'data'));
  return new Set(records.filter((record) => isObject(member(record, 'ship_to'))).map((record) => member(record, 'id'))).size;
}

/** Counts the orders that the body of a delivery, an event or a batch of some, shows with their address. */
export function addressesInBody(body: string): number {
  const sent: unknown = JSON.parse(body);
  const batch = member(sent, 'batch');
  return ordersWithAddress(Array.isArray(batch) ? batch : [sent]);
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
