import { batches } from '../alongside.ts';
import { type Check, isKept } from '../check.ts';
import { SCANS } from '../documents.ts';
import { EVENTS } from '../webhook-documents.ts';

const AT_ONCE = 1_000;

export const scanEventsCheck: Check = {
  invariant: 3,
  name: 'scan events',
  promise: 'Every scan has its event.',
  mayPass: true,
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
