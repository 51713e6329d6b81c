import { aimAtSku } from '../aim-at-sku.ts';
import type { ArchiveSku } from './command.ts';
import type { Decision } from '../decision.ts';
import type { Draft } from '../draft.ts';

/** Archives a SKU: new orders are refused, those that hold or wait for it go on. Archiving again changes nothing. */
export function archiveSku(draft: Draft, command: ArchiveSku): Decision {
  const aimed = aimAtSku(draft, command, undefined);
  if (aimed.type === 'missed') return aimed.decision;
  const { sku } = aimed;
  if (sku.archivedAt === null) draft.putSku({ ...sku, archivedAt: command.origin.at });
  return { type: 'sku', code: sku.code };
}
