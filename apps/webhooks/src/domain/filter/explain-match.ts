import { ABSENT, fits, memberOf } from './match-pattern.ts';
import type { Pattern } from './pattern.ts';

/** What a filter makes of one field. */
export interface FieldFinding {
  /** JSON pointer into the event (RFC 6901). */
  readonly pointer: string;
  readonly fits: boolean;
  /** The value there; undefined where there is none. */
  readonly found: unknown;
}

/** What a filter makes of each field that it looks at. A list of objects is one finding: one of them has to fit in all fields. */
export function explainMatch(pattern: Pattern, value: unknown, pointer = ''): readonly FieldFinding[] {
  if (pattern.type === 'fields' && !Array.isArray(value)) {
    return [...pattern.fields].flatMap(([name, inner]) =>
      explainMatch(inner, memberOf(value, name), `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  }
  return [{ pointer, fits: fits(pattern, value), found: value === ABSENT ? undefined : value }];
}
