import { jsonOrNothing } from '@fulfilment/kernel';
import { z } from 'zod';
import {
  type EventRow,
  EVENTS,
  FILED_EVENTS,
  type FiledEventRow,
  HISTORY,
  HISTORY_OWNERS,
  type HistoryRow,
  KEPT_EVENTS,
  type KeptEventRow,
  ORDER_KEYS,
  type OrderRow,
  ORDERS,
  POSITIONS,
} from '../compared-collections.ts';
import type { Findings } from '../findings.ts';
import { type Check, eventKeyOf, isKept, type Look, ofRecords, type OwnedRecord, placeOf, type Range } from '../look.ts';
import { all, without } from '../merge-join.ts';
import { findLostEvents } from '../read-record-events.ts';
import { tenantsOf } from '../tenants-of.ts';
import { isUnlinked } from './returns.ts';

/** The events of statuses that an order comes into. */
const EVENT_OF = { packed: 'order.packed', shipped: 'order.shipped', cancelled: 'order.cancelled' } as const;
const ORDER_EVENTS = ['order.created', 'order.updated', ...Object.values(EVENT_OF)] as const;

export const orderEventsCheck: Check = {
  invariant: 3,
  name: 'order events',
  promise:
    'Every transition of an order has its event, and every change of what it holds; they are stored in the sequence of the order.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: ORDERS }, compareOrders);
    await look.pieces({ source: HISTORY }, findLostHistory);
    await findLostEvents(look, { schema: orderEvent, record: 'order', find: findOrders });
  },
};

const orderEvent = z.object({ type: z.enum(ORDER_EVENTS) });

async function compareOrders({ rows, findings, now }: Look, range: Range): Promise<void> {
  const { compared, differs } = findings;
  const orders = await all(rows(ORDERS, { filter: range, sort: { _id: 1 } }));
  const history = new Map<string, HistoryRow[]>();
  for await (const entry of rows(HISTORY, { filter: ofRecords('order_id', orders), sort: { _id: 1 } }))
    addTo(history, placeOf({ tenant: entry.tenant, id: entry.order_id }), entry);
  const events = new Map<string, EventRow[]>();
  // Samples that try an endpoint out tell of no order.
  const filter = { key: { $in: orders.map(eventKeyOf) }, type: { $in: orderEvent.shape.type.options }, test: { $ne: true } };
  for await (const event of rows(EVENTS, { filter, sort: { key: 1, position: 1 } }))
    addTo(events, `${event.tenant} ${event.key}`, event);
  for (const order of orders) {
    const { id, tenant, status } = order;
    // The unknown order of a return has no events: those of the return tell of it.
    const hasEvents = !isUnlinked(order);
    const entries = withCarried(history.get(placeOf(order)) ?? [], order.history);
    const told = events.get(`${tenant} ${eventKeyOf(order)}`) ?? [];
    compared('orders');
    compared('events', told.length);
    const faults = [...statusFaults(status, entries), ...eventFaults(hasEvents ? entries : [], told, now)];
    for (const fault of faults) differs(`${tenant} ${id}: ${fault}`);
  }
}

/** The entries of an order, of which it carries some, and may still carry some that are in its history. */
function withCarried(kept: readonly HistoryRow[], carried: OrderRow['history']): readonly Entry[] {
  const known = new Set(kept.map(({ id }) => id));
  const others = carried.filter(({ _id }) => !known.has(_id)).map(({ _id: id, ...entry }) => ({ ...entry, id }));
  return [...kept, ...others].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

type Entry = Omit<HistoryRow, 'tenant' | 'order_id'>;

function addTo<Row>(groups: Map<string, Row[]>, key: string, row: Row): void {
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
}

const findOrders = ({ rows }: Look, orders: readonly OwnedRecord[]) =>
  rows(ORDER_KEYS, { filter: { _id: { $in: orders.map(({ id }) => id) } } });

async function findLostHistory(look: Look, range: Range): Promise<void> {
  const lost = without(look.rows(HISTORY_OWNERS, { filter: range }), {
    recordOf: ({ tenant, order_id: id }) => ({ tenant, id }),
    find: (orders) => findOrders(look, orders),
  });
  for await (const { tenant, order_id: id } of lost)
    look.findings.differs(`${tenant} ${id}: it has a history, and there is no such order`);
}

/** Entries of the history that are no transitions. */
const CHANGES: ReadonlySet<string> = new Set(['allocate', 'update']);

const isRefused = ({ answer }: Pick<Entry, 'answer'>): boolean => answer !== null && answer.refusal !== null;

function statusFaults(status: string, entries: readonly Entry[]): string[] {
  const reached = entries.findLast((entry) => !CHANGES.has(entry.transition) && !isRefused(entry))?.status ?? 'nothing';
  // An order that was never created has no transition.
  const expected = status === 'pending' || status === 'rejected' ? 'nothing' : status;
  return reached === expected ? [] : [`it is ${status}, its history has come to ${reached}`];
}

/** @param told in the order in which they are stored. */
function eventFaults(entries: readonly Entry[], told: readonly EventRow[], now: Date): string[] {
  const names = entries.map((entry, place) => nameOf(entry, entries[place - 1]));
  const due = new Map(
    entries.flatMap(({ at }, place) => (isKept(at, now) ? (names[place] ?? []) : []).map((name) => [name, true])),
  );
  const known = new Set(entries.flatMap((entry, place) => (isRefused(entry) ? [updateOf(entry)] : (names[place] ?? []))));
  const faults: string[] = [];
  const seen = new Set<string>();
  let last = 0;
  for (const { id, type, sequence } of told) {
    const name = `${type} of version ${sequence ?? 'none'}`;
    due.delete(name);
    if (!known.has(name)) faults.push(`event ${id}: its history has no ${name}`);
    if (seen.has(name)) faults.push(`event ${id}: ${name} is told twice`);
    else if ((sequence ?? 0) <= last) faults.push(`event ${id}: ${name} is stored after version ${last}`);
    seen.add(name);
    last = Math.max(last, sequence ?? 0);
  }
  return [...faults, ...Array.from(due.keys(), (name) => `${name} has no event`)];
}

/** The event that an entry of the history has; an order that was never created has none. */
function nameOf(entry: Entry, before: Entry | undefined): string[] {
  const { transition, status } = entry;
  if (isRefused(entry) || status === 'pending' || status === 'rejected') return [];
  return [`${typeOf(transition, status, before?.status)} of version ${shownVersion(entry)}`];
}

function typeOf(transition: string, status: string, before: string | undefined): string {
  if (transition === 'create') return 'order.created';
  if (CHANGES.has(transition) || status === before) return 'order.updated';
  return new Map<string, string>(Object.entries(EVENT_OF)).get(status) ?? 'order.updated';
}

/** The event that a refused step has where its request was answered before. */
function updateOf(entry: Entry): string {
  return `order.updated of version ${shownVersion(entry)}`;
}

function shownVersion({ version, unseen_changes: unseen = 0 }: Entry): number {
  return version - unseen;
}

const HOUR_MS = 3_600_000;

export const eventStoreCheck: Check = {
  invariant: 3,
  name: 'event store',
  promise: "The positions of a tenant's events follow one another without a gap, up to its counter.",
  isTransient: false,
  run: async (look) => {
    const tenants = new Set<string>();
    for await (const tenant of tenantsOf(look, KEPT_EVENTS)) tenants.add(tenant);
    for await (const { id } of look.rows(POSITIONS)) tenants.add(id);
    for (const tenant of tenants) await followPositions(look, tenant);
  },
};

async function followPositions(look: Look, tenant: string): Promise<void> {
  let before: number | undefined;
  await look.pieces(
    { source: KEPT_EVENTS, by: 'position', filter: { tenant } },
    async ({ rows, findings, now }, range, isLast) => {
      const events = rows(KEPT_EVENTS, { filter: range, sort: { tenant: 1, position: 1 } });
      const last = await lastPosition(events, { findings, now, before });
      const [counter] = await all(rows(POSITIONS, { filter: { _id: tenant } }));
      if (!counter && last !== undefined) findings.differs(`${tenant}: it has events, and no counter of them`);
      if (counter && isLast && last !== undefined && last !== counter.position)
        findings.differs(`${tenant}: its last event is ${last}, its counter ${counter.position}`);
      before = last;
    },
  );
}

interface Terms {
  readonly findings: Findings;
  readonly now: Date;
  /** The last position of the piece before. */
  readonly before: number | undefined;
}

async function lastPosition(events: AsyncIterable<KeptEventRow>, { findings, now, before }: Terms): Promise<number | undefined> {
  let last = before;
  for await (const { tenant, position, expires_at: expiresAt } of events) {
    findings.compared('events');
    // Those whose time is over go one by one, in no order.
    const isFresh = expiresAt.getTime() - now.getTime() > HOUR_MS;
    if (last !== undefined && isFresh && position !== last + 1) {
      findings.differs(`${tenant}: between ${last} and ${position} no event is stored`);
    }
    last = position;
  }
  return last;
}

const bodyOfEvent = z.object({ id: z.string(), type: z.string(), sequence: z.int().nullish() });

export const feedCheck: Check = {
  invariant: 3,
  name: 'feed',
  promise: 'Every event stands in the feed under the id, type and sequence that its body has.',
  isTransient: false,
  run: (look) =>
    look.pieces({ source: FILED_EVENTS }, async ({ rows, findings }, range) => {
      for await (const event of rows(FILED_EVENTS, { filter: range })) {
        findings.compared('events');
        const fault = faultOf(event);
        if (fault !== undefined) findings.differs(`event ${event.id} of ${event.tenant}: ${fault}`);
      }
    }),
};

function faultOf({ id, type, sequence, body }: FiledEventRow): string | undefined {
  const parsed = bodyOfEvent.safeParse(jsonOrNothing(body));
  if (!parsed.success) return 'its body is no event';
  const { id: ownId, type: ownType, sequence: ownSequence = null } = parsed.data;
  if (ownId !== id) return `its body is of ${ownId}`;
  if (ownType !== type) return `it stands as ${type}, its body is of ${ownType}`;
  return ownSequence === sequence ? undefined : `it stands with sequence ${sequence}, its body has ${ownSequence}`;
}
