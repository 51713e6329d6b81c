import type { AppliedScanRow, ScanAnswerRow, ScanMovementRow } from '../documents.ts';

type Scan = AppliedScanRow['scan'];

/** Where an applied scan does not agree with what stock has answered, or with the ledger. */
export function scanFaults(
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
