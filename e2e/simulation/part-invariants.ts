import { isDeepStrictEqual } from 'node:util';
import type { Allocation } from '../../apps/inventory/src/model/allocation.ts';
import type { Fulfilment } from '../../apps/orders/src/orders/domain/fulfilment.ts';
import type { Order, OrderLine, OrderStatus } from '../../apps/orders/src/orders/domain/order.ts';
import { toFulfilmentRecord } from '../../apps/orders/src/orders/fulfilment-messages.ts';
import type { Told } from './clients.ts';

/** True of an order that leaves in parts, or lost units by a close. */
export function isInParts({ fulfilments, lines }: Order): boolean {
  return fulfilments !== undefined || lines.some(({ cancelled = 0 }) => cancelled > 0);
}

const sumOf = <Item>(items: readonly Item[], units: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + units(item), 0);

const openOf = ({ quantity, shipped, cancelled = 0 }: OrderLine): number => quantity - shipped - cancelled;

const unitsIn = (fulfilments: readonly Fulfilment[], statuses: readonly string[], { id }: OrderLine): number =>
  sumOf(
    fulfilments.filter(({ status }) => statuses.includes(status)),
    ({ lines }) => sumOf(lines, ({ lineId, quantity }) => (lineId === id ? quantity : 0)),
  );

/** Where an order in parts, what inventory holds for it, and what clients were told of it disagree. */
export function ofParts(order: Order, allocation: Allocation, told: readonly Told[]): string[] {
  const { id, lines, fulfilments = [], status } = order;
  const expected = statusByUnits(order);
  const checks: Record<string, boolean> = {
    'no unit is in two fulfilments': lines.every((line) => unitsIn(fulfilments, ['open', 'packed'], line) <= openOf(line)),
    'what has left is what its fulfilments shipped':
      fulfilments.length === 0 || lines.every((line) => unitsIn(fulfilments, ['shipped'], line) === line.shipped),
    'portions are those of its fulfilments': isDeepStrictEqual(portionsKnown(order), portionsHeld(allocation)),
    'dropped units are those that inventory dropped': allocation.lines.every(
      (line, at) => lines[at]?.cancelled === line.cancelled,
    ),
  };
  return [
    ...Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${id}: not so that ${name}`])),
    ...(status === expected ? [] : [`${id} is ${status}, and by its units ${expected}`]),
    ...fulfilments.flatMap((fulfilment) => ofTold(fulfilment, told)),
  ];
}

function statusByUnits({ lines, fulfilments = [], status }: Order): OrderStatus {
  if (status === 'cancelled' && lines.every(({ shipped }) => shipped === 0)) return status;
  if (lines.every((line) => openOf(line) === 0)) return lines.some(({ shipped }) => shipped > 0) ? 'shipped' : 'cancelled';
  if (fulfilments.length === 0) return status;
  return lines.every((line) => unitsIn(fulfilments, ['packed'], line) === openOf(line)) ? 'packed' : 'created';
}

function portionsKnown({ fulfilments = [] }: Order): readonly string[] {
  return fulfilments
    .filter(({ status }) => status === 'open' || status === 'packed')
    .flatMap(({ id, status, lines }) =>
      lines.map(({ lineId, allocated }) => `${id} ${lineId} ${allocated} ${status === 'packed' ? 'firm' : 'loose'}`),
    )
    .toSorted();
}

function portionsHeld({ lines }: Allocation): readonly string[] {
  return lines
    .flatMap(({ id, portions = [] }) =>
      portions.map(({ fulfilment, units, firm }) => `${fulfilment} ${id} ${units} ${firm ? 'firm' : 'loose'}`),
    )
    .toSorted();
}

/** A fulfilment has ended as its client was told, and in no other way. */
function ofTold({ id, status }: Fulfilment, told: readonly Told[]): string[] {
  const ends = told.filter(({ partId, outcome }) => partId === id && outcome === 'done').map(({ step }) => step);
  const wrong = (step: string, end: string): string[] =>
    ends.some((each) => each === step) && status !== end ? [`${id} is ${status}; its client was told of ${step}`] : [];
  return [...wrong('ship part', 'shipped'), ...wrong('cancel part', 'cancelled')];
}

/** The records of fulfilments, by their ids: what copies that follow the events alone are to show. */
export function partRecordsOf(order: Order): ReadonlyMap<string, object> {
  return new Map(order.fulfilments?.map((each) => [each.id, toFulfilmentRecord(each, order)]));
}

/** Each version of a fulfilment or return has its event, but for the first where that is a creation which waits. */
export function untoldVersions(
  { fulfilments = [], returns = [] }: Order,
  toldOf: ReadonlyMap<string, ReadonlySet<number>>,
): string[] {
  return [...fulfilments, ...returns].flatMap(({ id, version }) => {
    const told = toldOf.get(id) ?? new Set();
    const missing = Array.from({ length: version }, (_, at) => at + 1).filter((each) => each > 2 && !told.has(each));
    return missing.length === 0 ? [] : [`${id} has no event of its versions ${missing.join(', ')}`];
  });
}
