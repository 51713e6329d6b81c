import { all, alongside } from '../merge-join.ts';
import {
  APPLIED_SCANS,
  type AppliedScanRow,
  SCAN_ANSWERS,
  SCAN_MOVEMENTS,
  type ScanAnswerRow,
  type ScanMovementRow,
} from '../documents.ts';
import { type Check, placeOf } from '../look.ts';

export const scanMovesCheck: Check = {
  invariant: 2,
  name: 'scan moves',
  promise:
    'Each scan that is applied has its movement in the ledger, once; each that is refused has none; scans and stock agree.',
  isTransient: true,
  run: async ({ rows, findings: { compared, differs } }) => {
    const answers = alongside(rows(SCAN_ANSWERS, { sort: { tenant: 1, scan_id: 1 } }), {
      keyOf: ({ tenant, scan_id: id }) => placeOf(tenant, id),
      onOrphan: ({ tenant, scan_id: id }) => differs(`${tenant} ${id}: stock has answered it, and there is no such applied scan`),
    });
    const moves = alongside(
      rows(SCAN_MOVEMENTS, { filter: { 'reference.type': 'scan' }, sort: { tenant: 1, 'reference.id': 1 } }),
      {
        keyOf: ({ tenant, reference }) => placeOf(tenant, reference.id),
        onOrphan: ({ tenant, reference }) =>
          differs(`${tenant} ${reference.id}: the ledger has a movement for it, and there is no such applied scan`),
      },
    );
    const applied = { 'scan.applied': { $in: ['pending', 'done', 'refused'] } };
    for await (const row of rows(APPLIED_SCANS, { filter: applied, sort: { tenant: 1, _id: 1 } })) {
      const place = placeOf(row.tenant, row.id);
      const [answer] = await all(answers.of(place));
      const entries = await all(moves.of(place));
      compared('applied scans');
      compared('ledger entries', entries.length);
      for (const fault of scanFaults(row, answer, entries)) differs(`${row.tenant} ${row.id}: ${fault}`);
    }
    await answers.end();
    await moves.end();
  },
};

type Scan = AppliedScanRow['scan'];

/** The disagreements of an applied scan with the answer of stock and with the ledger. */
function scanFaults(
  { scan }: AppliedScanRow,
  answer: ScanAnswerRow | undefined,
  entries: readonly ScanMovementRow[],
): readonly string[] {
  const faults = answer ? answerFaults(scan, answer) : [unanswered(scan)];
  if (answer?.refusal === null) return [...faults, ...postingFaults(scan, entries)];
  if (entries.length > 0) faults.push(`nothing is posted for it, and the ledger has ${entries.length} movements`);
  return faults;
}

function unanswered({ applied }: Scan): string {
  return applied === 'pending' ? 'stock has not answered it yet' : `it is ${applied}, and stock has not answered it`;
}

function answerFaults({ applied, refusal }: Scan, answer: ScanAnswerRow): string[] {
  const answered = answer.refusal ? 'refused' : 'done';
  if (applied !== answered) return [`it is ${applied}, stock has answered that it is ${answered}`];
  const [noted, given] = [refusal, answer.refusal].map((each) => each?.code);
  return noted === given ? [] : [`it is refused as ${noted}, by stock as ${given}`];
}

function postingFaults({ type, sku, quantity }: Scan, entries: readonly ScanMovementRow[]): string[] {
  const faults: string[] = [];
  if (new Set(entries.map(({ version }) => version)).size > 1) faults.push('the ledger has it more than once');
  for (const entry of entries) if (entry.sku !== sku) faults.push(`it names ${sku}, the ledger ${entry.sku}`);
  const moved = entries.reduce((sum, { delta }) => sum + delta, 0);
  if (type === 'receive' && moved !== quantity) faults.push(`${quantity} came in, by the ledger ${moved}`);
  return faults;
}
