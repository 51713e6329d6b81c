import { isDeepStrictEqual } from 'node:util';
import { TOPICS } from '@fulfilment/contracts';
import type { OutgoingMessage } from '@fulfilment/kernel';
import type { IncomingRecord } from '@fulfilment/messaging';
import { z } from 'zod';
import { violationsOf } from '../../apps/inventory/src/stock/stock-violations.fixture.ts';
import {
  hasEnded,
  type HistoryEntry,
  type Order,
  type OrderStatus,
  pendingStep,
} from '../../apps/orders/src/orders/domain/order.ts';
import { toOrderRecord } from '../../apps/orders/src/orders/order-messages.ts';
import type { Clients } from './clients.ts';
import { ofEdits } from './edit-invariants.ts';
import { COUNTED } from './operations.ts';
import { isInParts, ofParts, partRecordsOf, untoldVersions } from './part-invariants.ts';
import { ofReturns, returnRecordsOf } from './return-invariants.ts';
import { TENANT } from './services.ts';
import type { System } from './system.ts';
import { ofWarehouses } from './warehouse-invariants.ts';

/** The orders of a schedule as they are stored. */
function ordersOf({ orders }: System): readonly Order[] {
  return [...orders.ids].flatMap((id) => orders.store.lastCommitted({ tenant: TENANT, id }) ?? []);
}

/** Work that still waits; none of it is to be left once nothing fails any more. */
export function waitingWork(system: System): string[] {
  const work: Record<string, number> = {
    'rows of outboxes': system.outboxes.reduce((sum, { waiting }) => sum + waiting, 0),
    'records of topics': system.log.behind,
    'steps of orders': ordersOf(system).filter((order) => pendingStep(order) !== null).length,
    'scans without their outcome': system.scans.store.entries.filter(({ scan }) => scan.applied === 'pending').length,
    'holds that have ended': ordersOf(system).filter(isOnEndedHold).length,
    'SKUs to be filled': [...system.inventory.store.skus.values()].filter(({ filling }) => filling).length,
  };
  return Object.entries(work).flatMap(([name, count]) => (count > 0 ? [`no progress: ${count} ${name} wait`] : []));
}

/** True of an open order with a hold that has ended by its time. */
function isOnEndedHold({ status, holds = [] }: Order): boolean {
  return !hasEnded(status) && holds.some(({ until }) => until !== null && until.getTime() <= Date.now());
}

/** Where the state at rest breaks a guarantee. */
export async function brokenGuarantees(system: System, clients: Clients): Promise<string[]> {
  const { store, outbox } = system.inventory;
  const stock = violationsOf({
    skus: [...store.skus.values()],
    allocations: [...store.allocations.values()],
    reservations: [...store.reservations.values()],
    movements: store.movements,
    messages: outbox.messages,
    unsellable: [...store.locations.values()].filter(({ sellable }) => !sellable),
    locations: [...store.locations.values()],
    rules: store.rules,
  });
  const orders = ordersOf(system);
  const histories = await Promise.all(
    orders.map((order) => system.orders.store.history(order, { limit: 100, cursor: undefined })),
  );
  return [
    ...stock,
    ...system.inventory.broken,
    ...clients.contradictions,
    ...system.deadLetters.map(({ record, error }) => `a record of ${record.topic} is dead-lettered: ${error}`),
    ...orders.flatMap((order) => ofOrder(order, system, clients)),
    ...orders.flatMap((order, place) => ofHistory(order, histories[place]?.data ?? [])),
    ...orders.flatMap((order, place) => {
      const allocation = store.allocations.get(order.id);
      return allocation ? ofEdits(order, allocation, histories[place]?.data ?? [], clients) : [];
    }),
    ...ofAnswers(orders, clients),
    ...ofAdjustments(system, clients),
    ...ofBatches(orders, system, clients),
    ...ofCounts(system, clients),
    ...system.outboxes.flatMap(({ messages }) => ofMessages(messages, system)),
    ...ofMirror(orders, system),
    ...ofScans(system),
  ];
}

/** Units that are held for an order, and that were taken out for it, by its status. */
function ofOrder(order: Order, { inventory: { store } }: System, { told }: Clients): string[] {
  const { id, status, lines, fulfilments, allocationVersion } = order;
  const allocation = store.allocations.get(id);
  if (!allocation) return [`${id} has no allocation`];
  const states: Readonly<Record<OrderStatus, string>> = {
    pending: 'none',
    rejected: 'rejected',
    created: 'open',
    packed: fulfilments ? 'open' : 'confirmed',
    shipped: 'shipped',
    cancelled: 'released',
  };
  const taken = store.movements.filter(
    ({ reason, reference }) => reason === 'shipment' && (reference?.order_id ?? reference?.id) === id,
  );
  const units = taken.reduce((sum, { delta }) => sum - delta, 0);
  const inParts = isInParts(order);
  const ofLine = ({ quantity, shipped }: Order['lines'][number]): number => (inParts ? shipped : quantity);
  const wanted = status === 'shipped' || inParts ? lines.reduce((sum, line) => sum + ofLine(line), 0) : 0;
  const held = allocation.lines.map(({ allocated }) => allocated).join();
  const known = lines.map(({ allocated }) => allocated).join();
  return [
    ...(allocation.state === states[status] ? [] : [`${id} is ${status}, its allocation ${allocation.state}`]),
    ...(units === wanted ? [] : [`${id} is ${status}, and ${units} units left for it, not ${wanted}`]),
    ...(allocation.version === allocationVersion ? [] : [`${id} knows version ${allocationVersion} of ${allocation.version}`]),
    ...(held === known || status === 'rejected' ? [] : [`${id} knows of ${known} held, not of ${held}`]),
    ...(inParts ? ofParts(order, allocation, told) : []),
    ...ofWarehouses(order, allocation, store.locations),
    ...ofReturns(order, allocation, { movements: store.movements, told }),
  ];
}

const MAY_FOLLOW: Readonly<Record<string, readonly OrderStatus[]>> = {
  pending: ['pending', 'created', 'rejected'],
  created: ['created', 'packed', 'cancelled'],
  packed: ['packed', 'shipped', 'cancelled'],
  shipped: ['shipped'],
};
/** An order in parts is packed and shipped as its parts are, of which one may be unpacked. */
const MAY_FOLLOW_IN_PARTS: typeof MAY_FOLLOW = {
  ...MAY_FOLLOW,
  created: ['created', 'packed', 'shipped', 'cancelled'],
  packed: ['created', 'packed', 'shipped', 'cancelled'],
};

const legalStatuses = (order: Order): typeof MAY_FOLLOW => (isInParts(order) ? MAY_FOLLOW_IN_PARTS : MAY_FOLLOW);

type Before = Pick<HistoryEntry, 'status' | 'version' | 'transition'>;

/** One change may tell of what the order holds, and of a step that was refused for it. */
function isOfSameChange(before: Before, { version, answer }: HistoryEntry): boolean {
  return version === before.version && before.transition === 'allocate' && answer !== null && answer.refusal !== null;
}

function ofHistory(order: Order, history: readonly HistoryEntry[]): string[] {
  const { id, status, version } = order;
  const mayFollow = legalStatuses(order);
  const broken: string[] = [];
  let before: Before = { status: 'pending', version: 0, transition: 'create' };
  const answered = new Set<string>();
  for (const entry of history) {
    if (mayFollow[before.status]?.includes(entry.status) !== true)
      broken.push(`${id} was ${before.status}, then ${entry.status}`);
    if (entry.version <= before.version && !isOfSameChange(before, entry))
      broken.push(`${id} was at ${before.version}, then at ${entry.version}`);
    const commandId = entry.answer?.commandId;
    if (commandId !== undefined && answered.has(commandId)) broken.push(`${commandId} ended twice`);
    if (commandId !== undefined) answered.add(commandId);
    before = entry;
  }
  if (before.status !== status || before.version > version) broken.push(`${id} is ${status}, and was ${before.status} last`);
  return broken;
}

/** A copy that follows the events alone, by id and version, shows each order, part and return as its record does. */
function ofMirror(orders: readonly Order[], { log }: System): string[] {
  const copies = new Map<string, Copy>();
  const versions = new Map<string, Set<number>>();
  for (const { value } of log.recordsOf(TOPICS.ordersEvents)) {
    const { data } = orderEvent.parse(JSON.parse(value));
    versions.set(data.id, (versions.get(data.id) ?? new Set()).add(data.version));
    if (data.version > (copies.get(data.id)?.version ?? 0)) copies.set(data.id, data);
  }
  return orders.flatMap((order) => {
    const record = order.status === 'pending' || order.status === 'rejected' ? undefined : toOrderRecord(order);
    const records = new Map<string, object | undefined>([[order.id, record], ...partRecordsOf(order), ...returnRecordsOf(order)]);
    const differing = Array.from(records).flatMap(([id, shown]) => {
      const copy = copies.get(id);
      if (isDeepStrictEqual(copy, shown)) return [];
      return [`${id} is copied from events as ${JSON.stringify(copy)}, and is ${JSON.stringify(shown)}`];
    });
    return [...differing, ...untoldVersions(order, versions)];
  });
}

interface Copy {
  readonly id: string;
  readonly version: number;
}

const orderEvent = z.object({ data: z.looseObject({ id: z.string(), version: z.int() }) });

function ofAnswers(orders: readonly Order[], { told }: Clients): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return Array.from(Map.groupBy(told, ({ orderId }) => orderId)).flatMap(([id, ofId]) => {
    if (id === undefined) return [];
    const done = new Set(ofId.filter(({ outcome }) => outcome === 'done').map(({ step }) => step));
    const order = byId.get(id);
    const status = order?.status ?? 'nowhere';
    const expected = order && isInParts(order) ? statusToldOf(order, done) : expectedStatus(done);
    return status === expected ? [] : [`${id} is ${status}; its clients were told of ${[...done].join(', ')}`];
  });
}

/** Of an order in parts clients know the end where it was cancelled, or shipped whole. */
function statusToldOf({ status }: Order, done: ReadonlySet<string>): OrderStatus {
  return done.has('cancel') ? 'cancelled' : status;
}

function expectedStatus(done: ReadonlySet<string>): OrderStatus {
  if (done.has('cancel')) return done.has('ship') ? 'pending' : 'cancelled';
  if (done.has('ship')) return 'shipped';
  return done.has('pack') ? 'packed' : 'created';
}

function ofAdjustments({ inventory: { store } }: System, { adjusted }: Clients): string[] {
  return Array.from(adjusted).flatMap(([key, outcome]) => {
    const requests = new Set(
      store.movements.filter(({ claim }) => claim?.id === key).map(({ sku, version }) => `${sku} ${version}`),
    );
    const expected = outcome === 'done' ? 1 : 0;
    return requests.size === expected ? [] : [`${key} is ${outcome}, and changed stock ${requests.size} times`];
  });
}

/** Each item of a batch that was done has one order, or one movement; one that was refused has none. */
function ofBatches(orders: readonly Order[], { inventory: { store } }: System, { batched }: Clients): string[] {
  return Array.from(batched).flatMap(([note, outcome]) => {
    const ordered = orders.filter((order) => order.note === note && order.status !== 'rejected').length;
    const moved = store.movements.filter((movement) => movement.note === note).length;
    const expected = outcome === 'done' ? 1 : 0;
    return ordered + moved === expected ? [] : [`${note} is ${outcome}, and was carried out ${ordered + moved} times`];
  });
}

function ofCounts({ inventory: { store } }: System, { lying }: Clients): string[] {
  const known = store.skus.get(COUNTED)?.onHand;
  return known === lying ? [] : [`${lying} of ${COUNTED} lie there, and ${known} are known`];
}

/** Of these topics the records of a key come in the order of its versions. */
const ORDERED: readonly string[] = [TOPICS.ordersEvents, TOPICS.inventoryEvents, TOPICS.stockOutcomes];

/** Each message that was committed is in its topic, and the first occurrences of a key are in their order. */
function ofMessages(messages: readonly OutgoingMessage[], { log }: System): string[] {
  return Array.from(Map.groupBy(messages, ({ topic }) => topic)).flatMap(([topic, ofTopic]) => {
    const published = new Map<string, number>();
    for (const [place, record] of log.recordsOf(topic).entries()) {
      const id = idOf(record);
      if (!published.has(id)) published.set(id, place);
    }
    const lost = ofTopic.filter(({ id }) => !published.has(id)).map(({ id, type }) => `${type} ${id} is not in ${topic}`);
    if (!ORDERED.includes(topic)) return lost;
    return [...lost, ...outOfOrder(ofTopic, published)];
  });
}

function outOfOrder(messages: readonly OutgoingMessage[], published: ReadonlyMap<string, number>): string[] {
  return Array.from(Map.groupBy(messages, ({ key }) => key)).flatMap(([key, ofKey]) => {
    const sorted = ofKey.toSorted((a, b) => (published.get(a.id) ?? 0) - (published.get(b.id) ?? 0));
    const places = sorted.filter(({ type }) => type !== 'move').map(({ version, part }) => version * 100 + part);
    const isInOrder = places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
    return isInOrder ? [] : [`${key} is published in the order ${places.join(', ')}`];
  });
}

function ofScans({ scans: { outbox }, log }: System): string[] {
  const results = outbox.messages.filter(({ type }) => type === 'scan.applied' || type === 'scan.refused');
  const records = log.recordsOf(TOPICS.scansEvents);
  return Array.from(Map.groupBy(results, ({ subject }) => subject)).flatMap(([scanId, ofScan]) => {
    const types = records.filter(({ headers }) => headers['ce_subject'] === scanId).map(({ headers }) => headers['ce_type']);
    return [
      ...(ofScan.length === 1 ? [] : [`${scanId} has ${ofScan.length} results`]),
      ...(types[0] === 'scan.completed' ? [] : [`the result of ${scanId} is told before it`]),
    ];
  });
}

function idOf({ headers }: IncomingRecord): string {
  return headers['ce_id'] ?? '';
}
