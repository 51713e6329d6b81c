import type { Operation } from '@fulfilment/contracts';
import { z } from 'zod';
import type { Standing } from '../refusals/standing.ts';
import type { CallOptions } from '../system/call.ts';

/** A request for an operation, with the body that its contract shows as an example. */
export interface SampleRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly options: Pick<CallOptions, 'body' | 'raw' | 'headers'>;
}

const examples = z.object({ examples: z.tuple([z.unknown()], z.unknown()) });

/** @throws Error if the operation takes a body and its contract shows none. */
export function sampleRequest(operation: Operation, standing: Standing): SampleRequest {
  return { operation, method: operation.method, path: pathTo(operation, idsIn(standing)), options: sampleBody(operation) };
}

const UNKNOWN = '0'.repeat(26);

/** The path of a record that does not exist; `undefined` where the operation names none. */
export function pathToNothing(operation: Operation): string | undefined {
  if (!operation.path.includes(':')) return undefined;
  return pathTo(operation, {
    sku: 'NO-SUCH-00',
    barcode: 'NO-SUCH-00',
    locations: `loc_${UNKNOWN}`,
    orders: `ord_${UNKNOWN}`,
    scans: `scn_${UNKNOWN}`,
  });
}

type Ids = Readonly<Record<'sku' | 'barcode' | 'locations' | 'orders' | 'scans', string>>;

function idsIn({ sku, place, created, scan }: Standing): Ids {
  return { sku: sku.sku, barcode: sku.barcodes[0] ?? '', locations: place.id, orders: created.id, scans: scan.id };
}

function pathTo({ path }: Operation, ids: Ids): string {
  const [, collection = ''] = path.split('/');
  const named = path.replace(':sku', ids.sku).replace(':code', ids.barcode);
  if (!named.includes(':')) return named;
  const kind = z.enum(['locations', 'orders', 'scans']).parse(collection);
  return named.replace(':id', ids[kind]);
}

function sampleBody({ method, body, upload }: Operation): SampleRequest['options'] {
  const [media] = upload?.media ?? [];
  if (media) return { raw: media.example ?? '', headers: { 'content-type': media.type } };
  if (method === 'GET' || method === 'DELETE') return {};
  return { body: examples.parse(body.meta()).examples[0] };
}
