import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { eventMeanings } from '../../language/language.ts';
import type { EventTypeEntry } from './webhook-types.ts';

/** The catalogue of events, which changes with versions alone, in the language of the page. */
export function useEventTypes(): UseQueryResult<readonly EventTypeEntry[]> {
  const environment = useEnvironment();
  return useQuery({
    ...reading(accountOperations.listEventTypes, { query: { environment } }),
    select: ({ data }) => data.map((entry) => ({ ...entry, description: eventMeanings[entry.type] ?? entry.description })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The catalogue by the first part of the names: `inventory`, `order`, … */
export function groupsOf(types: readonly EventTypeEntry[]): ReadonlyArray<readonly [string, readonly EventTypeEntry[]]> {
  return [...Map.groupBy(types, ({ type }) => type.split('.')[0] ?? '')];
}

/** By what a type of event is found. */
interface Named {
  readonly type: string;
  readonly description: string;
}

/** The types whose name or description has the text that is searched for. */
export function matchingTypes<Entry extends Named>(types: readonly Entry[], search: string): readonly Entry[] {
  const wanted = search.trim().toLowerCase();
  return types.filter(({ type, description }) => `${type} ${description}`.toLowerCase().includes(wanted));
}

/** The paths of all values of a sample that a filter can name: `data.location`, of lists the paths inside of their elements. */
export function pathsOf(sample: unknown, path = ''): string[] {
  if (Array.isArray(sample)) return sample.length === 0 ? [path] : pathsOf(sample[0], path);
  if (typeof sample !== 'object' || sample === null) return path === '' ? [] : [path];
  const members = Object.entries(sample).filter(([name]) => path !== '' || FILTERED.has(name));
  return members.flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** The members of an event that filters look at. */
const FILTERED: ReadonlySet<string> = new Set(['data', 'previous', 'changed', 'reason', 'reference']);
