import { z } from 'zod';
import { alongside, batches } from '../merge-join.ts';
import { EVENTS, FILED_EVENTS, type FiledEventRow, KEPT_EVENTS, type KeptEventRow, POSITIONS, SCANS } from '../documents.ts';
import { type Check, type Findings, isKept, jsonOrNothing } from '../look.ts';

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

const AT_ONCE = 1_000;

export const scanEventsCheck: Check = {
  invariant: 3,
  name: 'scan events',
  promise: 'Every scan has its event.',
  isTransient: true,
  run: async ({ rows, findings, now }) => {
    for await (const scans of batches(rows(SCANS), AT_ONCE)) {
      const kept = scans.filter(({ scan }) => isKept(new Date(scan.received_at), now));
      const due = new Map(kept.map((scan) => [scan.event_id, scan]));
      findings.compared('scans', kept.length);
      for await (const { id, tenant, type } of rows(EVENTS, { filter: { _id: { $in: [...due.keys()] } } })) {
        const scan = due.get(id);
        if (type === 'scan.completed' && scan?.tenant === tenant) due.delete(id);
      }
      for (const { id, tenant } of due.values()) findings.differs(`${tenant} ${id}: the scan has no event`);
    }
  },
};
