import type { TransferLine, TransferStock } from './command.ts';
import { type Decision, refused } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { findPlace } from '../find-place.ts';
import type { Location } from '../../../locations/domain/location.ts';
import {
  fewerLieAt,
  insufficientStock,
  invalidField,
  locationNotFound,
  type Refusal,
  type ShortItem,
  skuArchived,
  tooManyLocations,
  unknownSku,
} from '../refusal.ts';
import { balanceAt, MAX_LOCATIONS } from '../../../skus/domain/sku.ts';

/** Moves stock from one place to another, all lines or none. Neither what there is nor what is held changes. */
export function transferStock(draft: Draft, command: TransferStock): Decision {
  const { fromId, lines, origin } = command;
  const to = findPlace(draft, command.to, { pointer: '/to', at: origin.at });
  if (to.type === 'refused' && to.refusal.code === 'unknown_location') return to;
  const unknown = lines.filter(({ sku }) => !draft.sku(sku));
  if (unknown.length > 0) return refused(unknownSku(unknown.map(namedAt)));
  const from = draft.place(fromId);
  if (!from) return refused(locationNotFound());
  if (to.type === 'refused') return to;
  const refusal = cannotMove(draft, lines, { from, to: to.place });
  if (refusal) return refused(refusal);
  for (const { sku, quantity } of lines) {
    draft.move(sku, from.id, -quantity);
    draft.move(sku, to.place.id, quantity);
  }
  return { type: 'transferred', from, to: to.place };
}

interface Way {
  readonly from: Location;
  readonly to: Location;
}

function cannotMove(draft: Draft, lines: readonly TransferLine[], { from, to }: Way): Refusal | undefined {
  if (from.id === to.id) return invalidField('/to', 'Stock is moved to another place than it lies at.');
  const archived = lines.filter(({ sku }) => draft.knownSku(sku).archivedAt !== null);
  if (archived.length > 0) return skuArchived(archived.map(namedAt));
  const [first, ...rest] = shortAt(draft, lines, from);
  if (first) return insufficientStock([first, ...rest], fewerLieAt(from.path));
  const crowded = lines.find(({ sku, quantity }) => overflows(draft, { sku, quantity }, { from, to }));
  return crowded && tooManyLocations('/to', crowded.sku);
}

/** The lines of SKUs of which less lies at the place than all lines ask for together. */
function shortAt(draft: Draft, lines: readonly TransferLine[], { id }: Location): ShortItem[] {
  const asked = new Map<string, number>();
  for (const { sku, quantity } of lines) asked.set(sku, (asked.get(sku) ?? 0) + quantity);
  return lines.flatMap(({ sku, pointer }) => {
    const requested = asked.get(sku) ?? 0;
    const available = balanceAt(draft.knownSku(sku), id);
    return requested > available ? [{ pointer: `${pointer}/quantity`, sku, requested, available }] : [];
  });
}

/** A place more, unless the one it comes from is emptied. */
function overflows(
  draft: Draft,
  { sku, quantity }: { readonly sku: string; readonly quantity: number },
  { from, to }: Way,
): boolean {
  const known = draft.knownSku(sku);
  const full = known.stock.length >= MAX_LOCATIONS && balanceAt(known, to.id) === 0;
  return full && balanceAt(known, from.id) > quantity;
}

const namedAt = ({ sku, pointer }: TransferLine) => ({ pointer: `${pointer}/sku`, sku });
