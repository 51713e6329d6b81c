import type { StepRefusal } from './asked-steps.ts';
import type { RefusalItem } from './order.ts';
import type { LineUnits } from './steps.ts';

// What a step may name of the lines of an order, a fulfilment or a return, and how it is refused otherwise.

type Known = Pick<ReadonlySet<string>, 'has'>;

/** The refusal of lines that are not there, or that are named more than once; null without one. */
export function wrongLines(lines: readonly LineUnits[], known: Known): StepRefusal | null {
  const seen = new Set<string>();
  const items = lines.flatMap(({ lineId }, place) => {
    const pointer = `/lines/${place}/line_id`;
    const isTwice = seen.has(lineId);
    seen.add(lineId);
    if (!known.has(lineId)) return [unknownLine(pointer)];
    return isTwice ? [{ pointer, code: 'duplicate', message: 'The line is named more than once.' }] : [];
  });
  return items.length > 0 ? invalid(items) : null;
}

/** The refusal of lines that are not there, where one may be named more than once; null without one. */
export function unknownLines(lines: readonly LineUnits[], known: Known, list = '/lines'): StepRefusal | null {
  const items = lines.flatMap(({ lineId }, place) => (known.has(lineId) ? [] : [unknownLine(`${list}/${place}/line_id`)]));
  return items.length > 0 ? invalid(items) : null;
}

export const unknownLine = (pointer: string): RefusalItem => ({
  pointer,
  code: 'unknown_line',
  message: 'There is no such line.',
});

/** Says in a refusal which units of a line are allowed, by the name of the limit. */
const LIMITS = {
  open: 'are open',
  planned: 'are planned',
  shipped: 'can be returned',
  expected: 'are expected',
  received: 'have that disposition',
} as const;

/** The refusal of more units, in all, than a line has, or a line and disposition by `keyOf`; null without one. */
export function moreThan<Named extends LineUnits>(
  lines: readonly Named[],
  limit: keyof typeof LIMITS,
  allowedOf: (line: Named) => number,
  keyOf: (line: Named) => string = ({ lineId }) => lineId,
): StepRefusal | null {
  const named = new Map<string, number>();
  const items = lines.flatMap((line, place): RefusalItem[] => {
    const { lineId, quantity } = line;
    const requested = (named.get(keyOf(line)) ?? 0) + quantity;
    named.set(keyOf(line), requested);
    const allowed = allowedOf(line);
    if (requested <= allowed) return [];
    const message = `${requested} units are named, and ${allowed} ${LIMITS[limit]}.`;
    const pointer = `/lines/${place}/quantity`;
    return [{ pointer, code: 'quantity_exceeded', message, line_id: lineId, requested, allowed, limit }];
  });
  return items.length > 0 ? exceeded(items) : null;
}

/** A bound of the document of an order, and its events. */
interface Bound {
  readonly of: string;
  readonly requested: number;
  readonly allowed: number;
}

/** The refusal of more than an order has room for; null where there is room. */
export function noRoom(bounds: readonly Bound[]): StepRefusal | null {
  const found = bounds.find(({ requested, allowed }) => requested > allowed);
  if (!found) return null;
  const { of: limit, requested, allowed } = found;
  const message = `An order has at most ${allowed} ${limit}.`;
  return exceeded([{ pointer: '', code: 'quantity_exceeded', message, requested, allowed, limit }]);
}

function exceeded(errors: readonly RefusalItem[]): StepRefusal {
  return { type: 'refused', code: 'quantity_exceeded', detail: errors[0]?.message ?? '', errors };
}

export function invalid(errors: readonly RefusalItem[]): StepRefusal {
  const detail = errors.length === 1 ? '1 field is invalid.' : `${errors.length} fields are invalid.`;
  return { type: 'refused', code: 'validation_failed', detail, errors };
}
