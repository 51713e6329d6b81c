import type { UpdateSku } from './command.ts';
import { countStock } from './count-stock.ts';
import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { findPlace, type FoundPlace } from './find-place.ts';
import { skuNotFound } from './refusal.ts';
import type { Sku } from './sku.ts';

/** Changes facts of a SKU; `onHand` is a count of the total. What is the same already changes nothing. */
export function updateSku(draft: Draft, command: UpdateSku): Decision {
  const home = newHome(draft, command);
  if (home?.type === 'refused') return home;
  const sku = draft.sku(command.sku);
  if (!sku) return refused(skuNotFound());
  draft.putSku(withFacts(sku, command, home?.place.id ?? sku.homeId));
  return countStock(draft, sku.code, command.onHand ?? sku.onHand);
}

function newHome(draft: Draft, { home, origin: { at } }: UpdateSku): FoundPlace | undefined {
  return home === undefined ? undefined : findPlace(draft, home, { pointer: '/location', at });
}

function withFacts(sku: Sku, { name, reorderPoint, restore }: UpdateSku, homeId: string): Sku {
  return {
    ...sku,
    name: name ?? sku.name,
    reorderPoint: reorderPoint ?? sku.reorderPoint,
    homeId,
    archivedAt: restore ? null : sku.archivedAt,
  };
}
