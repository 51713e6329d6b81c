import type { UpdateSku } from './command.ts';
import { countStock } from './count-stock.ts';
import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { findPlace, type FoundPlace, isUnknown } from './find-place.ts';
import { isAsExpected } from './is-as-expected.ts';
import { placeArchived, type Refusal, skuNotFound } from './refusal.ts';
import type { Sku } from './sku.ts';

/** Changes facts of a SKU; `onHand` is a count of the total. What is the same already changes nothing. */
export function updateSku(draft: Draft, command: UpdateSku): Decision {
  const home = newHome(draft, command);
  if (home && isUnknown(home)) return home;
  const sku = draft.sku(command.sku);
  if (!sku) return refused(skuNotFound());
  if (!isAsExpected(sku, command)) return { type: 'outdated', code: sku.code };
  if (home?.type === 'refused') return home;
  const changed = withFacts(sku, command, home?.place.id ?? sku.homeId);
  const refusal = cannotReturn(draft, sku, changed);
  if (refusal) return refused(refusal);
  draft.putSku(changed);
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

/** What was archived is restored where it is at home, and its place may be gone meanwhile. */
function cannotReturn(draft: Draft, before: Sku, { archivedAt, homeId }: Sku): Refusal | undefined {
  if (before.archivedAt === null || archivedAt !== null) return undefined;
  const home = draft.place(homeId);
  if (!home) throw new Error(`The working set lacks ${homeId}`);
  return home.archivedAt === null ? undefined : placeArchived('/location', home.path);
}
