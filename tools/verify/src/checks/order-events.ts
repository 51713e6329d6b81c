import { z } from 'zod';
import {
  type EventRow,
  EVENTS,
  FILED_EVENTS,
  type FiledEventRow,
  HISTORY,
  type HistoryRow,
  KEPT_EVENTS,
  type KeptEventRow,
  ORDERS,
  POSITIONS,
} from '../documents.ts';
import { type Check, type Findings, isKept, jsonOrNothing, type Look, placeOf } from '../look.ts';
import { all, alongside } from '../merge-join.ts';

const EVENT_OF = {
  create: 'order.created',
  pack: 'order.packed',
  ship: 'order.shipped',
  cancel: 'order.cancelled',
  allocate: 'order.updated',
  update: 'order.updated',
} as const;

export const orderEventsCheck: Check = {
  invariant: 3,
  name: 'order events',
  promise: "Every transition of an order has its event, and every change of what it holds; they are stored in the order's order.",
  isTransient: true,
  run: async (look) => {
    const { compared, differs } = look.findings;
    const history = readHistory(look);
    const events = readEvents(look);
    for await (const { id, tenant, status } of look.rows(ORDERS, { sort: { tenant: 1, _id: 1 } })) {
      const place = placeOf(tenant, id);
      const entries = await all(history.of(place));
      const told = await all(events.of(place));
      compared('orders');
      compared('events', told.length);
      const faults = [...statusFaults(status, entries), ...eventFaults(entries, told, look.now)];
      for (const fault of faults) differs(`${tenant} ${id}: ${fault}`);
    }
    await history.end();
    await events.end();
  },
};

function readHistory({ rows, findings }: Look) {
  return alongside(rows(HISTORY, { sort: { tenant: 1, order_id: 1, _id: 1 } }), {
    keyOf: ({ tenant, order_id: id }: HistoryRow) => placeOf(tenant, id),
    onOrphan: ({ tenant, order_id: id }) => findings.differs(`${tenant} ${id}: it has a history, and there is no such order`),
  });
}

function readEvents({ rows, findings }: Look) {
  // Samples that try an endpoint out tell of no order.
  const filter = { type: { $in: Object.values(EVENT_OF) }, test: { $ne: true } };
  return alongside(rows(EVENTS, { filter, sort: { tenant: 1, key: 1, position: 1 } }), {
    keyOf: ({ tenant, key }: EventRow) => placeOf(tenant, key.slice(tenant.length + 1)),
    onOrphan: ({ id, tenant, key }) => findings.differs(`event ${id} of ${tenant} (${key}): there is no such order`),
  });
}

const TRANSITIONS: ReadonlySet<string> = new Set(['create', 'pack', 'ship', 'cancel']);

const isRefused = ({ answer }: Pick<HistoryRow, 'answer'>): boolean => answer !== null && answer.refusal !== null;

function statusFaults(status: string, entries: readonly HistoryRow[]): string[] {
  const reached = entries.findLast((entry) => TRANSITIONS.has(entry.transition) && !isRefused(entry))?.status ?? 'nothing';
  // An order that was never created has no transition.
  const expected = status === 'pending' || status === 'rejected' ? 'nothing' : status;
  return reached === expected ? [] : [`it is ${status}, its history has come to ${reached}`];
}

/** @param told in the order in which they are stored. */
function eventFaults(entries: readonly HistoryRow[], told: readonly EventRow[], now: Date): string[] {
  const due = new Map(entries.flatMap((entry) => dueEvent(entry, now)));
  const known = new Set(entries.flatMap(nameOf));
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

function dueEvent(entry: HistoryRow, now: Date): [name: string, due: true][] {
  return isKept(entry.at, now) ? nameOf(entry).map((name) => [name, true]) : [];
}

/** The event that an entry of the history has; an order that was never created has none. */
function nameOf({ transition, answer, status, version }: HistoryRow): string[] {
  if (isRefused({ answer }) || status === 'pending' || status === 'rejected') return [];
  return [`${EVENT_OF[transition]} of version ${version}`];
}

const HOUR_MS = 3_600_000;

export const eventStoreCheck: Check = {
  invariant: 3,
  name: 'event store',
  promise: "The positions of a tenant's events follow one another without a gap, up to its counter.",
  isTransient: false,
  run: async ({ rows, findings, now }) => {
    const events = alongside(rows(KEPT_EVENTS, { sort: { tenant: 1, position: 1 } }), {
      keyOf: ({ tenant }) => tenant,
      onOrphan: ({ tenant }) => findings.differs(`${tenant}: it has events, and no counter of them`),
    });
    for await (const { id: tenant, position } of rows(POSITIONS, { sort: { _id: 1 } })) {
      const last = await lastPosition(events.of(tenant), { findings, now });
      if (last !== undefined && last !== position)
        findings.differs(`${tenant}: its last event is ${last}, its counter ${position}`);
    }
    await events.end();
  },
};

interface Terms {
  readonly findings: Findings;
  readonly now: Date;
}

async function lastPosition(events: AsyncIterable<KeptEventRow>, { findings, now }: Terms): Promise<number | undefined> {
  let last: number | undefined;
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

const told = z.object({ id: z.string(), type: z.string(), sequence: z.int().nullish() });

export const feedCheck: Check = {
  invariant: 3,
  name: 'feed',
  promise: 'Every event stands in the feed under the id, type and sequence that its body has.',
  isTransient: false,
  run: async ({ rows, findings }) => {
    for await (const event of rows(FILED_EVENTS)) {
      findings.compared('events');
      const fault = faultOf(event);
      if (fault !== undefined) findings.differs(`event ${event.id} of ${event.tenant}: ${fault}`);
    }
  },
};

function faultOf({ id, type, sequence, body }: FiledEventRow): string | undefined {
  const parsed = told.safeParse(jsonOrNothing(body));
  if (!parsed.success) return 'its body is no event';
  const { id: ownId, type: ownType, sequence: ownSequence = null } = parsed.data;
  if (ownId !== id) return `its body is of ${ownId}`;
  if (ownType !== type) return `it stands as ${type}, its body is of ${ownType}`;
  return ownSequence === sequence ? undefined : `it stands with sequence ${sequence}, its body has ${ownSequence}`;
}
