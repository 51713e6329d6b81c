import type { LocationReference } from '../../../locations/domain/location.ts';
import { type CommandSpec, type Origin, refused } from '../command.ts';
import { skuExists } from '../refusal.ts';
import { findLocation } from '../resolve-target.ts';
import { homeReferences, skuFromLedger } from './update-sku.ts';

export interface CreateSku {
  readonly type: 'create-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name: string;
  readonly onHand: number;
  readonly reorderPoint: number;
  /** Null: the default warehouse itself. */
  readonly home: LocationReference | null;
}

export const createSku: CommandSpec<CreateSku> = {
  reads: ({ sku, home }) => ({ skus: [sku], locations: homeReferences(home) }),
  cause: () => ({ reason: 'opening', reference: null, note: null }),
  ledgerRepeat: { isRecorded: ({ onHand }) => onHand > 0, result: skuFromLedger },
  decide: (draft, { sku: code, name, onHand, reorderPoint, home, origin: { at } }) => {
    const found = findLocation(draft, home, { pointer: '/location', at });
    if (found.type === 'refused') return found;
    if (draft.sku(code)) return refused(skuExists(code));
    draft.putSku({
      code,
      name,
      onHand: 0,
      allocated: 0,
      firm: 0,
      waiting: 0,
      filling: false,
      reorderPoint,
      homeId: found.location.id,
      stock: [],
      version: 0,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
    });
    if (onHand > 0) draft.move(code, found.location.id, onHand);
    return { type: 'sku', sku: draft.knownSku(code), changed: true };
  },
};
