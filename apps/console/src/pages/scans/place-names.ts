import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { operations } from '../../api/operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useEnvironment } from '../../api/session.ts';

/**
 * The names under which scans may have sent a location: what is typed, and its id and path. A device sends what it has, and a scan is not
 * looked up when it is recorded.
 *
 * @returns undefined for no text.
 */
export function usePlaceNames(text: string | undefined): readonly string[] | undefined {
  const environment = useEnvironment();
  const { data } = useQuery({
    queryKey: ['place-names', environment, text],
    queryFn: async () => {
      const query = { environment, path: text, status: 'all', limit: 1 } as const;
      try {
        // The location itself is older than those below it.
        const [found] = (await call(operations.listLocations, { query })).data;
        return found ? [...new Set([text ?? '', found.id, found.path])] : [text ?? ''];
      } catch (error) {
        // Scans name what they like, also what is no location.
        if (error instanceof ApiProblem && error.status < 500) return [text ?? ''];
        throw error;
      }
    },
    enabled: text !== undefined,
    staleTime: 60_000,
  });
  return text === undefined ? undefined : (data ?? [text]);
}
