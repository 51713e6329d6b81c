import type { ArchiveSku } from './command.ts';
import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { skuNotFound } from './refusal.ts';

/** Archives a SKU: new orders are refused, those that hold or wait for it go on. Archiving again changes nothing. */
export function archiveSku(draft: Draft, { sku: code, origin: { at } }: ArchiveSku): Decision {
  const sku = draft.sku(code);
  if (!sku) return refused(skuNotFound());
  if (sku.archivedAt === null) draft.putSku({ ...sku, archivedAt: at });
  return { type: 'sku', code };
}
