import { accountOperations, createScanBody, operations, type ScanResult } from '@fulfilment/contracts';
import { type BoundRoute, bytesUseOf, itemProblemOf, ok, parseItems, route } from '@fulfilment/http';
import type { Answered } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import type { CreatedScan, CreatedOrRefused } from './record-scans.ts';

/** Every operation on scans. */
export const scanRoutes = (application: Application): readonly BoundRoute[] => [
  route(operations.createScan, async ({ body, context, needs }) => {
    if (body.apply) needs('scans:apply');
    return created(await application.createScan(body, context));
  }),
  route(operations.createScans, async ({ body: { scans }, context, needs }) => {
    const parsed = parseItems(createScanBody, scans, '/scans');
    if (parsed.some((each) => each.type === 'valid' && each.value.apply)) needs('scans:apply');
    const { result, replayed } = await application.createScans(parsed, context);
    return { status: 200 as const, body: { results: result.map(toResult) }, replayed };
  }),
  route(operations.listScans, async ({ query, context }) => ok(await application.listScans(context.tenant, query))),
  route(operations.getScan, async ({ params, context }) => ok(await application.getScan(context.tenant, params.id))),
  route(accountOperations.getScansOverview, async ({ context }) =>
    ok({ ...(await application.getScansOverview(context.tenant)), stored_bytes: bytesUseOf(context) }),
  ),
];

const created = ({ result: { type, scan }, replayed }: Answered<CreatedScan>) =>
  type === 'recorded'
    ? { status: 201 as const, body: scan, headers: { Location: `/v1/scans/${scan.id}` }, replayed }
    : { status: 200 as const, body: scan, replayed };

function toResult(answer: CreatedOrRefused, index: number): ScanResult {
  if (answer.type === 'refused') return { index, ...itemProblemOf(answer.error) };
  return { index, status: answer.type === 'recorded' ? 201 : 200, record: answer.scan };
}
