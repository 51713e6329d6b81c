import { aimAtSku } from '../aim-at-sku.ts';
import type { UpdateSku } from './command.ts';
import { countStock } from '../count-stock.ts';
import { type Decision, refused } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { findPlace, type FoundPlace } from '../find-place.ts';
import { locationArchived, type Refusal } from '../refusal.ts';
import type { Sku } from '../../../skus/domain/sku.ts';

/** Changes facts of a SKU; `onHand` is a count of the total. What is the same already changes nothing. */
export function updateSku(draft: Draft, command: UpdateSku): Decision {
  const home = newHome(draft, command);
  const aimed = aimAtSku(draft, command, home);
  if (aimed.type === 'missed') return aimed.decision;
  if (home?.type === 'refused') return home;
  const changed = withFacts(aimed.sku, command, home?.place.id ?? aimed.sku.homeId);
  const refusal = cannotReturn(draft, aimed.sku, changed);
  if (refusal) return refused(refusal);
  draft.putSku(changed);
  return countStock(draft, changed.code, command.onHand ?? changed.onHand);
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

/** What was archived is restored where it is at home, and its place may be gone meanwhile. */
function cannotReturn(draft: Draft, before: Sku, { archivedAt, homeId }: Sku): Refusal | undefined {
  if (before.archivedAt === null || archivedAt !== null) return undefined;
  const home = draft.place(homeId);
  if (!home) throw new Error(`The working set lacks ${homeId}`);
  return home.archivedAt === null ? undefined : locationArchived('/location', home.path);
}
