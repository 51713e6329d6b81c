import { type Operation, requestClassOf, writes } from '@fulfilment/contracts';
import type { CallOptions } from '../system/call.ts';
import { pathTo, UNKNOWN, unknownOf } from '../system/resources.ts';

/** A request for an operation that changes nothing, from any caller. */
export interface HarmlessRequest {
  readonly method: string;
  /** Below its API. */
  readonly path: string;
  readonly options: Pick<CallOptions, 'body' | 'raw' | 'headers'>;
}

/** Made of the contract alone: a read, or a body that is refused for itself, of records that do not exist. */
export function harmlessRequest(operation: Operation): HarmlessRequest {
  const { method, upload } = operation;
  const file = { raw: 'surprise', headers: { 'content-type': upload?.media[0]?.type ?? '' } };
  const options = upload ? file : writes(operation) ? { body: { surprise: 1 } } : {};
  return { method, path: `${pathTo(operation, UNKNOWN)}${queryOf(operation)}`, options };
}

/** An answer without an end is asked of an endpoint that does not exist. */
function queryOf(operation: Operation): string {
  return requestClassOf(operation) === 'tail' ? `?webhook_id=${unknownOf('whk_')}` : '';
}
