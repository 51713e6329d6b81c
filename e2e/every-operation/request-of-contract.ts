import { nothing, type Operation } from '@fulfilment/contracts';
import { z } from 'zod';
import type { Standing } from '../refusals/standing.ts';
import type { CallOptions } from '../system/call.ts';
import { pathTo } from '../system/resources.ts';

/** A request for an operation, with the body that its contract shows as an example. */
export interface ContractRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly options: Pick<CallOptions, 'body' | 'raw' | 'headers'>;
}

const examples = z.object({ examples: z.tuple([z.unknown()], z.unknown()) });

/** @throws Error if the operation takes a body and its contract shows none. */
export function requestOfContract(operation: Operation, { values }: Pick<Standing, 'values'>): ContractRequest {
  return { operation, method: operation.method, path: pathTo(operation, values), options: bodyOfContract(operation) };
}

/** The body that the contract of an operation shows. @throws Error if it takes one and shows none. */
export function bodyOfContract({ method, body, upload }: Operation): ContractRequest['options'] {
  const [media] = upload?.media ?? [];
  if (media) return { raw: media.example ?? '', headers: { 'content-type': media.type } };
  if (method === 'GET' || method === 'DELETE' || body === nothing) return {};
  return { body: examples.parse(body.meta()).examples[0] };
}
