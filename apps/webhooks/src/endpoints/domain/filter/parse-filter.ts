import { anyOf } from './any-of.ts';
import { FILTER_BOUNDS, FILTER_ROOTS, type Pattern } from './pattern.ts';
import { at, fault, type FilterFault, isObject, readCondition, type Reading } from './read-condition.ts';

export type ParsedFilter =
  | { readonly type: 'filter'; readonly pattern: Pattern }
  | { readonly type: 'refused'; readonly faults: readonly FilterFault[] };

/**
 * Reads a content filter, which has the shape of an event pattern of Amazon EventBridge: the structure of the event, with a list
 * of conditions at the end of each path.
 *
 * @param given as JSON has it.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-content-based-filtering.html
 */
export function parseFilter(given: unknown): ParsedFilter {
  if (Buffer.byteLength(JSON.stringify(given) ?? '') > FILTER_BOUNDS.bytes)
    return { type: 'refused', faults: [{ pointer: '', message: `A filter has at most ${FILTER_BOUNDS.bytes} bytes.` }] };
  const reading: Reading = { faults: [], conditions: 0 };
  if (isObject(given)) refuseOtherRoots(given, reading);
  const pattern = readPattern(given, '', reading);
  if (reading.conditions > FILTER_BOUNDS.conditions)
    fault(reading, '', `A filter has at most ${FILTER_BOUNDS.conditions} conditions.`);
  return reading.faults.length > 0 ? { type: 'refused', faults: reading.faults } : { type: 'filter', pattern };
}

const NOTHING: Pattern = { type: 'conditions', conditions: anyOf([]) };

function refuseOtherRoots(given: object, reading: Reading): void {
  const known: readonly string[] = FILTER_ROOTS;
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) fault(reading, at('', name), `A filter looks at ${FILTER_ROOTS.join(', ')}.`);
  }
}

function readPattern(given: unknown, pointer: string, reading: Reading): Pattern {
  if (Array.isArray(given) && pointer !== '') return readConditions(given, pointer, reading);
  if (!isObject(given)) {
    fault(reading, pointer, 'It is to be an object of fields, or a list of conditions.');
    return NOTHING;
  }
  const fields = Object.entries(given);
  if (fields.length === 0) fault(reading, pointer, 'It names no field.');
  if (pointer.split('/').length > FILTER_BOUNDS.depth) {
    fault(reading, pointer, `Fields stand in one another at most ${FILTER_BOUNDS.depth} deep.`);
    return NOTHING;
  }
  return {
    type: 'fields',
    fields: new Map(fields.map(([name, inner]) => [name, readPattern(inner, at(pointer, name), reading)])),
  };
}

function readConditions(given: readonly unknown[], pointer: string, reading: Reading): Pattern {
  if (given.length === 0) fault(reading, pointer, 'Without a condition nothing would fit.');
  reading.conditions += given.length;
  const conditions = given.flatMap((each, place) => readCondition(each, at(pointer, String(place)), reading) ?? []);
  return { type: 'conditions', conditions: anyOf(conditions) };
}
