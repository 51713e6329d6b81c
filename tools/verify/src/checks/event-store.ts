import { alongside } from '../alongside.ts';
import type { Check } from '../check.ts';
import type { Findings } from '../findings.ts';
import { KEPT_EVENTS, type KeptEventRow, POSITIONS } from '../webhook-documents.ts';

const HOUR_MS = 3_600_000;

export const eventStoreCheck: Check = {
  invariant: 3,
  name: 'event store',
  promise: "The positions of a tenant's events follow one another without a gap, up to its counter.",
  mayPass: false,
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
