import type { ArchiveSku } from './command.ts';
import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { isAsExpected } from './is-as-expected.ts';
import { skuNotFound } from './refusal.ts';

/** Archives a SKU: new orders are refused, those that hold or wait for it go on. Archiving again changes nothing. */
export function archiveSku(draft: Draft, command: ArchiveSku): Decision {
  const { sku: code, origin } = command;
  const sku = draft.sku(code);
  if (!sku) return refused(skuNotFound());
  if (!isAsExpected(sku, command)) return { type: 'outdated', code };
  if (sku.archivedAt === null) draft.putSku({ ...sku, archivedAt: origin.at });
  return { type: 'sku', code };
}
