import { useQuery } from '@tanstack/react-query';
import { reading } from '../call.ts';
import { operations } from '../callable-operations.ts';
import { useEnvironment } from '../session.ts';

/** The names of SKUs by their codes, as far as they are known by now. @param skus at most 100. */
export function useSkuNames(skus: readonly string[]): ReadonlyMap<string, string> {
  const environment = useEnvironment();
  const { data } = useQuery({
    ...reading(operations.listSkus, { query: { environment, sku: skus, limit: skus.length } }),
    enabled: skus.length > 0,
    staleTime: 60_000,
  });
  return new Map(data?.data.map(({ sku, name }) => [sku, name]));
}
