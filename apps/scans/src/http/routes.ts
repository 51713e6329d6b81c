import { operations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { CreateScan, CreatedScan } from '../use-cases/create-scan.ts';
import type { ListScans } from '../use-cases/list-scans.ts';

export interface ScanUseCases {
  readonly createScan: CreateScan;
  readonly listScans: ListScans;
}

/** Every operation on scans. */
export const scanRoutes = ({ createScan, listScans }: ScanUseCases): readonly BoundRoute[] => [
  route(operations.createScan, async ({ body, context }) => created(await createScan(body, context))),
  route(operations.listScans, async ({ query, context }) => ({
    status: 200 as const,
    body: await listScans(context.tenant, query),
  })),
];

const created = ({ type, scan }: CreatedScan) =>
  type === 'recorded' ? { status: 201 as const, body: scan } : { status: 200 as const, body: scan };
