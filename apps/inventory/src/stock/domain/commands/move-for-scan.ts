import type { LocationReference } from '../../../locations/domain/location.ts';
import { balanceAt } from '../../../skus/domain/sku.ts';
import { changeTotal } from '../change-total.ts';
import { type CommandSpec, DONE, type Origin, refused } from '../command.ts';
import { noSuchSku, skuArchived } from '../refusal.ts';
import { findLocation, isUnknown } from '../resolve-target.ts';

/**
 * Posts a scan: units that were received, at its location or at the home of the SKU; or units that were counted, at its location
 * or, where it names none, at all locations together.
 */
export interface MoveForScan {
  readonly type: 'move-for-scan';
  readonly origin: Origin;
  readonly commandId: string;
  readonly scanId: string;
  readonly movement: 'receive' | 'count';
  readonly sku: string;
  readonly quantity: number;
  readonly location: LocationReference | null;
}

export const moveForScan: CommandSpec<MoveForScan> = {
  reads: ({ sku, location, scanId }) => ({ skus: [sku], locations: location ? [location] : [], scanId }),
  forecast: ({ movement, quantity, location }, { stock }) => {
    if (movement === 'receive') return { least: quantity, most: quantity };
    if (location === null) return { counted: quantity };
    // A count at one location may find all gone that lies there; the location itself is not read yet.
    return { least: quantity - stock.reduce((most, { onHand }) => Math.max(most, onHand), 0), most: quantity };
  },
  cause: ({ movement, scanId: id }) => ({
    reason: movement === 'receive' ? 'receipt' : 'count',
    reference: { type: 'scan', id },
    note: null,
  }),
  decide: (draft, { location, sku: code, movement, quantity, origin }) => {
    const found = location === null ? undefined : findLocation(draft, location, { pointer: '/location', at: origin.at });
    if (found && isUnknown(found)) return found;
    const sku = draft.sku(code);
    if (!sku) return refused(noSuchSku(code));
    if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/sku', sku: code }]));
    if (found?.type === 'refused') return found;
    const at = found?.location;
    const counted = at ? sku.onHand - balanceAt(sku, at.id) + quantity : quantity;
    const target = movement === 'receive' ? sku.onHand + quantity : counted;
    return target === sku.onHand ? DONE : changeTotal(draft, sku, { target, at, pointer: '/quantity' });
  },
};
