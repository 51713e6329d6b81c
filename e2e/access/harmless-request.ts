import { type Operation, requestClassOf, writes } from '@fulfilment/contracts';
import { z } from 'zod';
import type { CallOptions } from '../system/call.ts';

/** A request for an operation that changes nothing, from any caller. */
export interface HarmlessRequest {
  readonly method: string;
  /** Below its API. */
  readonly path: string;
  readonly options: Pick<CallOptions, 'body' | 'raw' | 'headers'>;
}

/**
 * Made of the contract alone: a read, or a body that is refused for itself, of records that do not exist.
 *
 * @throws Error where the contract has a parameter of a form that is not known here.
 */
export function harmlessRequest(operation: Operation): HarmlessRequest {
  const { method, upload } = operation;
  const file = { raw: 'surprise', headers: { 'content-type': upload?.media[0]?.type ?? '' } };
  const options = upload ? file : writes(operation) ? { body: { surprise: 1 } } : {};
  return { method, path: `${pathToNobody(operation)}${queryOf(operation)}`, options };
}

/** An answer without an end is asked of an endpoint that does not exist. */
function queryOf(operation: Operation): string {
  return requestClassOf(operation) === 'tail' ? `?webhook_id=${nobodys('^whk_')}` : '';
}

const withPatterns = z.looseObject({ properties: z.record(z.string(), z.looseObject({ pattern: z.string().optional() })) });

function pathToNobody({ path, params }: Operation): string {
  const { properties } = withPatterns.parse(z.toJSONSchema(params));
  return path.replaceAll(/:([a-z_]+)/g, (_all, name: string) => nobodys(properties[name]?.pattern ?? ''));
}

function nobodys(pattern: string): string {
  const prefix = /^\^([a-z]{3})_/.exec(pattern)?.[1];
  const value = prefix === undefined ? 'NO-SUCH-00' : `${prefix}_${'0'.repeat(26)}`;
  if (!new RegExp(pattern).test(value)) throw new Error(`${value} is nothing that ${pattern} stands for`);
  return value;
}
