import { accountOperations, createScanBody, operations, type ScanResult } from '@fulfilment/contracts';
import { type BoundRoute, itemProblemOf, parseItem, route } from '@fulfilment/http';
import type { CreateScan, CreatedScan } from './create-scan.ts';
import type { CreateScans, ScanAnswer } from './create-scans.ts';
import type { GetScansOverview } from './get-scans-overview.ts';
import type { GetScan } from './get-scan.ts';
import type { ListScans } from './list-scans.ts';

export interface ScanUseCases {
  readonly createScan: CreateScan;
  readonly createScans: CreateScans;
  readonly getScan: GetScan;
  readonly listScans: ListScans;
  readonly getScansOverview: GetScansOverview;
}

/** Every operation on scans. */
export const scanRoutes = ({
  createScan,
  createScans,
  getScan,
  listScans,
  getScansOverview,
}: ScanUseCases): readonly BoundRoute[] => [
  route(operations.createScan, async ({ body, context, needs }) => {
    if (body.apply) needs('scans:apply');
    return created(await createScan(body, context));
  }),
  route(operations.createScans, async ({ body: { scans }, context, needs }) => {
    const seen = scans.map((scan, place) => parseItem(createScanBody, scan, `/scans/${place}`));
    if (seen.some((each) => each.type === 'valid' && each.value.apply)) needs('scans:apply');
    const answers = await createScans(seen, context);
    return { status: 200 as const, body: { results: answers.map(toResult) } };
  }),
  route(operations.listScans, async ({ query, context }) => ({
    status: 200 as const,
    body: await listScans(context.tenant, query),
  })),
  route(operations.getScan, async ({ params, context }) => ({
    status: 200 as const,
    body: await getScan(context.tenant, params.id),
  })),
  route(accountOperations.getScansOverview, async ({ context }) => ({
    status: 200 as const,
    body: await getScansOverview(context.tenant),
  })),
];

const created = ({ type, scan }: CreatedScan) =>
  type === 'recorded'
    ? { status: 201 as const, body: scan, headers: { Location: `/v1/scans/${scan.id}` } }
    : { status: 200 as const, body: scan };

function toResult(answer: ScanAnswer, index: number): ScanResult {
  if (answer.type === 'refused') return { index, ...itemProblemOf(answer.error) };
  return { index, status: answer.type === 'recorded' ? 201 : 200, record: answer.scan };
}
