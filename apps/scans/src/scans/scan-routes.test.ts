import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { aTenant, contextOf } from './scan.builder.ts';
import { scanRoutes } from './scan-routes.ts';

const unused = (): never => {
  throw new Error('Nothing is to be recorded');
};
const routes = scanRoutes({
  createScan: unused,
  createScans: unused,
  getScan: unused,
  listScans: unused,
  getScansOverview: unused,
  recordOutcomes: unused,
});

/** Every role that may record may apply as well; here is one that may not. */
const needs = (permission: string): never => {
  throw new AppError({ kind: 'forbidden', code: 'forbidden', message: permission, details: { permission } });
};

const applied = { barcode: '1', type: 'count', sku: 'MUG-01', quantity: 1, apply: true };

test.each([
  ['/v1/scans', applied],
  ['/v1/scans/batch', { scans: [{ barcode: '1' }, applied] }],
])('POST %s that is to be applied needs scans:apply, and records nothing without it', async (path, body) => {
  const found = routes.find((route) => route.path === path && route.method === 'POST');
  if (found?.type !== 'json') throw new Error(`There is no such route: ${path}`);

  const gone = new AbortController().signal;
  const answered = found.run({
    params: {},
    query: {},
    body,
    context: contextOf(aTenant()),
    may: () => false,
    needs,
    header: () => undefined,
    gone,
  });

  await expect(answered).rejects.toMatchObject({ code: 'forbidden', details: { permission: 'scans:apply' } });
});
