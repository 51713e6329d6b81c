import type { VersionCondition } from '@fulfilment/kernel';
import type { CommandSpec, Origin } from '../command.ts';
import { resolveTarget } from '../resolve-target.ts';

/** Archives a SKU: new orders are refused, those that hold or wait for it go on. Archiving again changes nothing. */
export interface ArchiveSku {
  readonly type: 'archive-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly ifMatch?: VersionCondition | undefined;
}

export const archiveSku: CommandSpec<ArchiveSku> = {
  reads: ({ sku }) => ({ skus: [sku] }),
  cause: () => ({ reason: 'archive', reference: null, note: null }),
  decide: (draft, command) => {
    const target = resolveTarget(draft, command, undefined);
    if (target.type === 'missed') return target.result;
    const { sku } = target;
    if (sku.archivedAt === null) draft.putSku({ ...sku, archivedAt: command.origin.at });
    return { type: 'sku', sku: draft.knownSku(sku.code), changed: true };
  },
};
