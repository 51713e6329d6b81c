import { useQuery } from '@tanstack/react-query';
import { reading } from '../call.ts';
import { operations } from '../callable-operations.ts';
import { useEnvironment } from '../session.ts';

/** SKUs that one request names at most. */
const MOST = 100;

/** The names of the first hundred SKUs by their codes, as far as they are known by now. */
export function useSkuNames(all: readonly string[]): ReadonlyMap<string, string> {
  const environment = useEnvironment();
  const skus = all.slice(0, MOST);
  const { data } = useQuery({
    ...reading(operations.listSkus, { query: { environment, sku: skus, limit: skus.length } }),
    enabled: skus.length > 0,
    staleTime: 60_000,
  });
  return new Map(data?.data.map(({ sku, name }) => [sku, name]));
}
