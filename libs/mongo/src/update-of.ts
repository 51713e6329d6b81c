import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';

/**
 * The update by which a stored document becomes another, of the fields that differ. MongoDB compares each field that it is sent, and a
 * replacement has it make the keys of every index again.
 *
 * @param names of the fields that may differ; others stay as they are stored. @param before as it is stored.
 */
export function updateOf<Stored extends Document>(
  names: readonly (keyof Stored & string)[],
  document: Stored,
  before: Partial<Stored>,
): Document {
  const $set: Document = {};
  const $unset: Record<string, ''> = {};
  for (const name of names) {
    const value = document[name];
    if (value === before[name] || isDeepStrictEqual(value, before[name])) continue;
    if (value === undefined) $unset[name] = '';
    else $set[name] = value;
  }
  return Object.keys($unset).length > 0 ? { $set, $unset } : { $set };
}
