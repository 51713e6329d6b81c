import { batches } from '../alongside.ts';
import type { Look } from '../look.ts';
import { MOST_RECORDED } from './delivery-faults.ts';
import { ATTEMPTS, DELIVERIES, type DeliveryRow, PENDING_DELIVERIES, type PendingRow } from '../webhook-documents.ts';

const AT_ONCE = 200;
/** Each has up to 250 attempts. */
const RECORDS_AT_ONCE = 10;
/** The two times are taken by two statements of one transaction. */
const SAME_TIME_MS = 60_000;

/** Compares what workers find with the deliveries that it stands for. Those that nobody finds are seen from the deliveries. */
export async function findsAreSound({ rows, findings }: Look): Promise<void> {
  for await (const found of batches(rows(PENDING_DELIVERIES), AT_ONCE)) {
    findings.compared('pending', found.length);
    const deliveries = await deliveriesOf(
      found.map(({ id }) => id),
      rows,
    );
    for (const each of found) {
      const fault = findFault(each, deliveries.get(each.id));
      if (fault !== undefined) findings.differs(`delivery ${each.id}: ${fault}`);
    }
  }
}

function findFault(found: PendingRow, delivery: DeliveryRow | undefined): string | undefined {
  if (!delivery) return 'workers find it, and it is not there';
  if (delivery.state !== 'pending') return `it is ${delivery.state}, and workers still find it`;
  if (found.tenant !== delivery.tenant || found.endpoint_id !== delivery.endpoint_id)
    return `it is for ${delivery.endpoint_id}, workers find it for ${found.endpoint_id}`;
  if (found.attempts !== delivery.attempts) return `it has made ${delivery.attempts} attempts, workers find ${found.attempts}`;
  return isSameTime(found, delivery) ? undefined : 'it is due at another time than workers find';
}

function isSameTime({ next_at: found }: PendingRow, { next_at: due }: DeliveryRow): boolean {
  return due !== undefined && Math.abs(found.getTime() - due.getTime()) < SAME_TIME_MS;
}

/** An attempt that is kept is known to its delivery, or what came of it was lost. */
export async function attemptsAreKnown({ rows, findings }: Look): Promise<void> {
  for await (const records of batches(rows(ATTEMPTS), RECORDS_AT_ONCE)) {
    const ids = records.flatMap(({ made }) => made.map(({ delivery_id: id }) => id));
    const deliveries = await deliveriesOf([...new Set(ids)], rows);
    for (const { id: record, made } of records) {
      for (const { delivery_id: id, n } of made) {
        const delivery = deliveries.get(id);
        if (delivery && n <= delivery.attempts - MOST_RECORDED) continue;
        const isKnown = delivery?.recorded_in.some((known) => `${delivery.tenant}/${known}` === record);
        if (isKnown === false) findings.differs(`delivery ${id}: its attempt ${n} is kept, and it does not know it`);
      }
    }
  }
}

async function deliveriesOf(ids: readonly string[], rows: Look['rows']): Promise<ReadonlyMap<string, DeliveryRow>> {
  const found = new Map<string, DeliveryRow>();
  for await (const row of rows(DELIVERIES, { filter: { _id: { $in: [...ids] } } })) found.set(row.id, row);
  return found;
}
