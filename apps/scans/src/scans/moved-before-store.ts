import { keep, type Receipt } from '@fulfilment/idempotency';
import type { KeptScan, Submission } from './scan-ports.ts';
import { findKept, type KeptScans } from './kept-scans-store.ts';
import type { ScanDocument } from './scan-documents.ts';

type Claimed = Pick<ScanDocument, 'scan' | 'claim'>;

/**
 * Receipts expire, but what moved stock must not move it again weeks later: its scans have its key for ever.
 *
 * @returns for the requests whose scans are in the log what their receipts would say, with the scans as they are now.
 */
export async function findMoved<Answer>(log: KeptScans, submissions: readonly Submission<Answer>[]): Promise<readonly Receipt[]> {
  const ids = submissions.flatMap(({ context }) => context.idempotency?.id ?? []);
  if (ids.length === 0) return [];
  const found = await log.scans
    .find({ tenant: log.tenant, 'claim.id': { $in: ids } }, { session: log.session })
    .project<Claimed>({ scan: 1, claim: 1 })
    .toArray();
  const receipts: Receipt[] = [];
  for (const [id, scans] of Map.groupBy(found, ({ claim }) => claim?.id ?? '')) {
    const fingerprint = scans[0]?.claim?.fingerprint ?? '';
    const same = submissions.find(({ context: { idempotency: claim } }) => claim?.id === id && claim.fingerprint === fingerprint);
    // Who asks for something else under the key is told so, and needs no answer.
    const answer = same ? await answerAgain(log, same, scans) : null;
    receipts.push({ id, fingerprint, subject: null, answer });
  }
  return receipts;
}

async function answerAgain<Answer>(
  log: KeptScans,
  { context, entries, answer }: Submission<Answer>,
  scans: readonly Claimed[],
): Promise<Receipt['answer']> {
  const own = new Map(scans.map(({ scan, claim }): [number | undefined, KeptScan] => [claim?.place, { scan, own: true }]));
  const find = await findKept(log, entries);
  return keep(context, () => answer(entries.map((entry) => own.get(entry.claim?.place) ?? find(entry.scan))));
}
