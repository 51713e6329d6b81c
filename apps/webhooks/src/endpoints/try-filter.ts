import { explainMatch, type FieldFinding } from './domain/filter/explain-match.ts';
import { parseFilter } from './domain/filter/parse-filter.ts';
import { filterRefused } from './endpoint-errors.ts';

export interface FilterTrial {
  readonly matches: boolean;
  readonly findings: readonly FieldFinding[];
}

/** What a filter makes of an event. @throws AppError `validation_failed` where the filter cannot be read. */
export function tryFilter(filter: unknown, event: unknown): FilterTrial {
  const parsed = parseFilter(filter);
  if (parsed.type === 'refused') throw filterRefused(parsed.faults);
  const findings = explainMatch(parsed.pattern, event);
  return { matches: findings.every(({ fits }) => fits), findings };
}
