import type { Check } from '../check.ts';
import { CLAIMED_MOVEMENTS, type ClaimedMovementRow } from '../documents.ts';

export const repeatsCheck: Check = {
  invariant: 5,
  name: 'repeats',
  promise: 'A request with an idempotency key has moved each SKU once, however often it came.',
  mayPass: false,
  run: async ({ rows, findings: { compared, differs } }) => {
    const claimed = rows(CLAIMED_MOVEMENTS, { filter: { 'claim.id': { $exists: true } }, sort: { tenant: 1, 'claim.id': 1 } });
    let last: ClaimedMovementRow | undefined;
    /** The version by which the request moved each SKU. */
    let moved = new Map<string, number>();
    for await (const entry of claimed) {
      compared('ledger entries');
      const { tenant, sku, version, claim } = entry;
      if (last?.tenant !== tenant || last.claim.id !== claim.id) moved = new Map();
      const known = moved.get(sku) ?? version;
      if (known !== version) differs(`${tenant} ${sku}: one request moved it by version ${known} and by version ${version}`);
      moved.set(sku, known);
      last = entry;
    }
  },
};
