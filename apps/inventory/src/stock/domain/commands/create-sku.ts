import type { CreateSku } from './command.ts';
import { type Decision, refused } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { findPlace } from '../find-place.ts';
import { skuExists } from '../refusal.ts';

export function createSku(draft: Draft, { sku: code, name, onHand, reorderPoint, home, origin: { at } }: CreateSku): Decision {
  const found = findPlace(draft, home, { pointer: '/location', at });
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
    homeId: found.place.id,
    stock: [],
    version: 0,
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  });
  if (onHand > 0) draft.move(code, found.place.id, onHand);
  return { type: 'sku', code };
}
