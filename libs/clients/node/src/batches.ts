import { createHash } from 'node:crypto';
import { ConfigurationError } from './errors.ts';
import type { Batch } from './operation.ts';

/** Bytes of the items of one request; the API takes 1 MiB. */
const LARGEST_REQUEST = 1_000_000;

/** One request of a batch. */
export interface Cut {
  readonly body: object;
  /** Index of its first item in the whole batch. */
  readonly from: number;
}

/**
 * Cuts a batch into requests that the API takes.
 *
 * @param body with the list of items.
 * @throws ConfigurationError for an atomic batch that is too large for one request.
 */
export function cutBatch(body: unknown, { items: member, maximum }: Batch): readonly Cut[] {
  const whole = typeof body === 'object' && body !== null ? { ...body } : {};
  const items: unknown = Reflect.get(whole, member);
  if (!Array.isArray(items)) return [{ body: whole, from: 0 }];
  const parts = partsOf(items, maximum);
  if (parts.length > 1 && Reflect.get(whole, 'mode') === 'atomic')
    throw new ConfigurationError(`An atomic batch is one request: at most ${maximum} items and ${LARGEST_REQUEST} bytes.`);
  let from = 0;
  return parts.map((part) => {
    const cut = { body: { ...whole, [member]: part }, from };
    from += part.length;
    return cut;
  });
}

function partsOf(items: readonly unknown[], maximum: number): readonly unknown[][] {
  const parts: unknown[][] = [[]];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item) ?? '') + 1;
    const last = parts.at(-1) ?? [];
    if (last.length >= maximum || (last.length > 0 && bytes + size > LARGEST_REQUEST)) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

/** The API takes no longer key. */
const LONGEST_KEY = 255;

/**
 * The key of one request of a batch, the same at each repeat of the call.
 *
 * @param place from 1.
 * @returns the key of the batch with the place, and in its stead its SHA-256 where both are longer than the API takes.
 */
export function keyOfCut(key: string, place: number): string {
  const plain = `${key}.${place}`;
  return plain.length <= LONGEST_KEY ? plain : `${createHash('sha256').update(key).digest('hex')}.${place}`;
}

/** The results of one request with the indexes of the whole batch. */
export function resultsFrom(answer: unknown, member: string, from: number): readonly unknown[] {
  const results: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, member) : [];
  if (!Array.isArray(results)) return [];
  return results.map((result: unknown) => {
    if (typeof result !== 'object' || result === null) return result;
    const index: unknown = Reflect.get(result, 'index');
    return { ...result, index: (typeof index === 'number' ? index : 0) + from };
  });
}
