/** The comparisons of the builder. */
export const OPERATORS = ['is', 'prefix', 'not', '>=', '<=', '>', '<', 'exists', 'missing'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One condition of a filter: where it looks, and what it wants there. */
export interface FilterRow {
  /** `data.location`: the members down to the value. */
  readonly path: string;
  readonly operator: Operator;
  /** Values with commas between them for `is` and `not`. */
  readonly value: string;
}

/** True for conditions that have no value. */
export function isBare(operator: Operator): boolean {
  return operator === 'exists' || operator === 'missing';
}

/** The filter of some rows as the API takes it; rows without a path are left out. Rows of one path are alternatives. */
export function filterOfRows(rows: readonly FilterRow[]): object | null {
  const filter: Record<string, unknown> = {};
  for (const row of rows) {
    const members = row.path.split('.').filter(Boolean);
    const last = members.pop();
    if (last === undefined) continue;
    let place = filter;
    for (const member of members) {
      const inner = place[member];
      const next = isObject(inner) ? inner : {};
      place[member] = next;
      place = next;
    }
    const before = place[last];
    place[last] = [...(Array.isArray(before) ? (before as unknown[]) : []), ...conditionsOf(row)];
  }
  return Object.keys(filter).length === 0 ? null : filter;
}

/** The rows of a filter; undefined where it has conditions that the rows cannot show. */
export function rowsOfFilter(filter: unknown, path: readonly string[] = []): FilterRow[] | undefined {
  if (filter === null || filter === undefined) return [];
  if (Array.isArray(filter)) return rowsOfConditions(filter, path.join('.'));
  if (!isObject(filter)) return undefined;
  const parts = Object.entries(filter).map(([member, inner]) =>
    member.includes('.') ? undefined : rowsOfFilter(inner, [...path, member]),
  );
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function conditionsOf({ operator, value }: FilterRow): unknown[] {
  if (operator === 'exists' || operator === 'missing') return [{ exists: operator === 'exists' }];
  if (operator === 'prefix') return [{ prefix: value }];
  if (operator === 'not') return [{ 'anything-but': listOf(value) }];
  if (operator === 'is') return listOf(value);
  return [{ numeric: [operator, Number(value)] }];
}

function rowsOfConditions(conditions: readonly unknown[], path: string): FilterRow[] | undefined {
  const values = conditions.filter((condition) => !isObject(condition));
  const rows: Array<FilterRow | undefined> = conditions.filter(isObject).map((condition) => rowOf(condition, path));
  if (values.length > 0) rows.unshift(valueRow(path, 'is', values));
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function rowOf(condition: Readonly<Record<string, unknown>>, path: string): FilterRow | undefined {
  const [[name, given] = []] = Object.entries(condition);
  if (name === 'exists') return { path, operator: given === true ? 'exists' : 'missing', value: '' };
  if (name === 'prefix') return { path, operator: 'prefix', value: String(given) };
  if (name === 'anything-but' && !isObject(given)) return valueRow(path, 'not', Array.isArray(given) ? given : [given]);
  if (name !== 'numeric' || !Array.isArray(given) || given.length !== 2) return undefined;
  const operator = OPERATORS.find((each) => each === given[0]);
  return operator && { path, operator, value: String(given[1]) };
}

function valueRow(path: string, operator: Operator, values: readonly unknown[]): FilterRow | undefined {
  const value = values.map(textOf).join(', ');
  // Shown only if it would be read again as the same values.
  return JSON.stringify(listOf(value)) === JSON.stringify(values) ? { path, operator, value } : undefined;
}

function textOf(value: unknown): string {
  // A string that looks like a number keeps its quotes.
  return typeof value === 'string' && typeof parsed(value) === 'string' ? value : JSON.stringify(value);
}

function listOf(text: string): unknown[] {
  return text.split(',').map((part) => parsed(part.trim()));
}

/** Numbers, true, false, null and quoted strings by JSON; any other text as it is. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
