import { z } from 'zod';

const line = z.looseObject({
  quantity: z.int(),
  allocated: z.int(),
  packed: z.int(),
  backordered: z.int(),
  shipped: z.int(),
  cancelled: z.int(),
});
const orderEvent = z.looseObject({
  type: z.templateLiteral(['order.', z.string()]),
  data: z.looseObject({ id: z.string(), version: z.int(), status: z.string(), lines: z.array(line) }),
});
const partEvent = z.looseObject({
  type: z.templateLiteral(['fulfilment.', z.string()]),
  data: z.looseObject({
    id: z.string(),
    order_id: z.string(),
    version: z.int(),
    status: z.string(),
    lines: z.array(z.looseObject({ line_id: z.string(), quantity: z.int(), allocated: z.int() })),
  }),
});

/** The types of events that may follow the last one of a fulfilment that is no update, with the status that each leaves. */
const FOLLOW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nothing: { created: 'open or packed' },
  created: { packed: 'packed', cancelled: 'cancelled' },
  packed: { unpacked: 'open', shipped: 'shipped', cancelled: 'cancelled' },
  unpacked: { packed: 'packed', cancelled: 'cancelled' },
};

/** Where events of orders and their fulfilments, in their order, tell what cannot be. */
export function brokenEvents(events: readonly unknown[]): unknown[] {
  const ofOrders = events.flatMap((event) => orderEvent.safeParse(event).data ?? []);
  const ofParts = events.flatMap((event) => partEvent.safeParse(event).data ?? []);
  const unread = events.length - ofOrders.length - ofParts.length;
  return [
    ...(unread > 0 ? [`${unread} events are neither of orders nor of fulfilments`] : []),
    ...Map.groupBy(ofOrders, ({ data }) => data.id)
      .values()
      .flatMap(brokenOrder),
    ...Map.groupBy(ofParts, ({ data }) => data.id)
      .values()
      .flatMap(brokenPart),
  ];
}

function brokenOrder(events: readonly z.output<typeof orderEvent>[]): string[] {
  const ends = events.filter(({ type }) => type === 'order.shipped' || type === 'order.cancelled');
  const unequal = events.filter(({ data }) =>
    data.lines.some(
      (of) =>
        of.quantity !== of.allocated + of.backordered + of.shipped + of.cancelled ||
        of.packed > of.allocated ||
        of.backordered < 0,
    ),
  );
  const last = events.at(-1);
  const isOver = last?.data.status === 'shipped' || last?.data.status === 'cancelled';
  return [
    ...unequal.map(({ type, data }) => `${type} ${data.version} of ${data.id} has lines that do not add up`),
    ...(isIncreasing(events.map(({ data }) => data.version)) ? [] : [`versions of ${last?.data.id} do not rise`]),
    ...(ends.length === (isOver ? 1 : 0) ? [] : [`${last?.data.id} is ${last?.data.status}, and ended ${ends.length} times`]),
    ...(isOver && last.type !== `order.${last.data.status}` ? [`${last.type} follows the end of ${last.data.id}`] : []),
  ];
}

function brokenPart(events: readonly z.output<typeof partEvent>[]): string[] {
  const broken: string[] = [];
  let state = 'nothing';
  for (const { type, data } of events) {
    const told = type.slice('fulfilment.'.length);
    const status = FOLLOW[state]?.[told];
    if (told === 'updated' ? state === 'nothing' : status?.includes(data.status) !== true)
      broken.push(`${type} of ${data.id}, which is ${data.status}, follows ${state}`);
    if (told !== 'updated') state = told;
  }
  const changes = events.filter(
    ({ type }, at) => at === 0 || events[at - 1]?.type !== 'fulfilment.created' || type !== 'fulfilment.packed',
  );
  const versions = changes.map(({ data }) => data.version);
  return isIncreasing(versions) ? broken : [...broken, `versions of ${events[0]?.data.id} do not rise: ${versions.join(', ')}`];
}

function isIncreasing(versions: readonly number[]): boolean {
  return versions.every((version, at) => at === 0 || version > (versions[at - 1] ?? 0));
}
