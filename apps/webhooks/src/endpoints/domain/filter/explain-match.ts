import { ABSENT, fits, type Looks, memberOf, newLooks } from './match-pattern.ts';
import type { Pattern } from './pattern.ts';
import { at } from './read-condition.ts';

/** What a filter makes of one field. */
export interface FieldFinding {
  /** JSON pointer into the event (RFC 6901). */
  readonly pointer: string;
  readonly fits: boolean;
  /** The value there; undefined where there is none. */
  readonly found: unknown;
}

/** What a filter makes of each field that it looks at. A list of objects is one finding: one of them has to fit in all fields. */
export function explainMatch(pattern: Pattern, value: unknown): readonly FieldFinding[] {
  return findingsAt({ pattern, value, pointer: '' }, newLooks());
}

interface Place {
  readonly pattern: Pattern;
  readonly value: unknown;
  readonly pointer: string;
}

function findingsAt({ pattern, value, pointer }: Place, looks: Looks): readonly FieldFinding[] {
  if (pattern.type === 'fields' && !Array.isArray(value)) {
    return [...pattern.fields].flatMap(([name, inner]) =>
      findingsAt({ pattern: inner, value: memberOf(value, name), pointer: at(pointer, name) }, looks),
    );
  }
  return [{ pointer, fits: fits(pattern, value, looks), found: value === ABSENT ? undefined : value }];
}
