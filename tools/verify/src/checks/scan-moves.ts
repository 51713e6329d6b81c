import { all, without } from '../merge-join.ts';
import {
  APPLIED_SCANS,
  type AppliedScanRow,
  REFERRING_MOVEMENTS,
  type ReferringMovementRow,
  SCAN_ANSWERS,
  SCAN_KEYS,
  type ScanAnswerRow,
} from '../compared-collections.ts';
import { type Check, type Look, placeOf, type Range, stockKeyOf } from '../look.ts';

export const scanMovesCheck: Check = {
  invariant: 2,
  name: 'scan moves',
  promise:
    'Each scan that is applied has its movement in the ledger, once; each that is refused has none; scans and stock agree.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: APPLIED_SCANS }, compareScans);
    await look.pieces({ source: SCAN_ANSWERS }, findLostAnswers);
    await look.pieces({ source: REFERRING_MOVEMENTS }, findLostMovements);
  },
};

const APPLIED = { 'scan.applied': { $in: ['pending', 'done', 'refused'] } };

async function compareScans({ rows, findings: { compared, differs } }: Look, range: Range): Promise<void> {
  const scans = await all(rows(APPLIED_SCANS, { filter: { ...range, ...APPLIED }, sort: { _id: 1 } }));
  const answers = new Map<string, ScanAnswerRow>();
  for await (const answer of rows(SCAN_ANSWERS, { filter: { _id: { $in: scans.map(stockKeyOf) } } }))
    answers.set(placeOf({ tenant: answer.tenant, id: answer.scan_id }), answer);
  const moved = { 'reference.id': { $in: scans.map(({ id }) => id) }, 'reference.type': 'scan' };
  const moves = Map.groupBy(await all(rows(REFERRING_MOVEMENTS, { filter: moved })), ({ tenant, reference }) =>
    placeOf({ tenant, id: reference.id }),
  );
  for (const row of scans) {
    const place = placeOf(row);
    const entries = moves.get(place) ?? [];
    compared('applied scans');
    compared('ledger entries', entries.length);
    for (const fault of scanFaults(row, answers.get(place), entries)) differs(`${row.tenant} ${row.id}: ${fault}`);
  }
}

async function findLostAnswers({ rows, findings }: Look, range: Range): Promise<void> {
  const lost = without(rows(SCAN_ANSWERS, { filter: range }), {
    recordOf: ({ tenant, scan_id: id }) => ({ tenant, id }),
    find: (scans) => rows(SCAN_KEYS, { filter: { _id: { $in: scans.map(({ id }) => id) }, ...APPLIED } }),
  });
  for await (const { tenant, scan_id: id } of lost)
    findings.differs(`${tenant} ${id}: stock has answered it, and there is no such applied scan`);
}

async function findLostMovements({ rows, findings }: Look, range: Range): Promise<void> {
  const lost = without(rows(REFERRING_MOVEMENTS, { filter: { ...range, 'reference.type': 'scan' } }), {
    recordOf: ({ tenant, reference: { id } }) => ({ tenant, id }),
    find: (scans) => rows(SCAN_KEYS, { filter: { _id: { $in: scans.map(({ id }) => id) }, ...APPLIED } }),
  });
  for await (const { tenant, reference } of lost)
    findings.differs(`${tenant} ${reference.id}: the ledger has a movement for it, and there is no such applied scan`);
}

type Scan = AppliedScanRow['scan'];

/** The disagreements of an applied scan with the answer of stock and with the ledger. */
function scanFaults(
  { scan }: AppliedScanRow,
  answer: ScanAnswerRow | undefined,
  entries: readonly ReferringMovementRow[],
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

function postingFaults(scan: Scan, entries: readonly ReferringMovementRow[]): string[] {
  const { type, sku, quantity, disposition } = scan;
  // Entries of units of a known return name that.
  if (type === 'return' && isLinked(scan)) return [];
  const faults: string[] = [];
  // A scan's own entries are the first of their version. Behind a later receipt stands what a count had found of it already.
  const own = entries.filter(({ line }) => line === 0);
  if (new Set(own.map(({ version }) => version)).size > 1) faults.push('the ledger has it more than once');
  // The first entry is of the SKU that was found where the scan names none.
  const moved = sku ?? entries[0]?.sku;
  for (const entry of entries) if (entry.sku !== moved) faults.push(`it names ${moved}, the ledger ${entry.sku}`);
  const units = entries.reduce((sum, { delta }) => sum + delta, 0);
  const came = disposition === 'scrap' ? 0 : quantity;
  if (type !== 'count' && units !== came) faults.push(`${came} came in, by the ledger ${units}`);
  return faults;
}

/** True of a scan that names a return, or an order that has one. */
const isLinked = ({ return_id: of = null, order_id: order = null }: Scan): boolean => of !== null || order !== null;
