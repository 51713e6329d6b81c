import type { AdjustStockBody, CreateSkuBody, InventoryItem, UpdateSkuBody } from '@fulfilment/contracts';
import { assertNever, type VersionCondition } from '@fulfilment/kernel';
import type { AdjustStock } from '../stock/domain/commands/adjust-stock.ts';
import type { CreateSku } from '../stock/domain/commands/create-sku.ts';
import type { Origin } from '../stock/domain/command.ts';
import type { SkuCommand } from '../stock/domain/commands/commands.ts';
import type { UpdateSku } from '../stock/domain/commands/update-sku.ts';
import { parseLocation, type LocationReference } from '../locations/domain/location.ts';

interface Change<Body> {
  readonly sku: string;
  readonly body: Body;
  readonly origin: Origin;
  readonly ifMatch?: VersionCondition | undefined;
}

export function createCommand(
  { sku, name, on_hand: onHand, reorder_point: reorderPoint, location }: CreateSkuBody,
  origin: Origin,
): CreateSku {
  const home = location === null ? null : parseLocation(location);
  return { type: 'create-sku', origin, sku, name, onHand, reorderPoint, home };
}

export function updateCommand({ sku, body, origin, ifMatch }: Change<UpdateSkuBody>): UpdateSku {
  const { name, on_hand: onHand, expected_on_hand: expectedOnHand, reorder_point: reorderPoint, status, reason, note } = body;
  return {
    type: 'update-sku',
    origin,
    sku,
    name,
    onHand,
    expectedOnHand,
    reorderPoint,
    home: homeOf(body.location),
    restore: status === 'active',
    reason,
    note,
    ifMatch,
  };
}

export function adjustCommand({ sku, body, origin, ifMatch }: Change<AdjustStockBody>): AdjustStock {
  const { delta, reason, location, note = null } = body;
  const place = location === undefined ? undefined : parseLocation(location);
  return { type: 'adjust-stock', origin, sku, delta, reason, location: place, note, ifMatch };
}

/** What an item of a batch asks for. */
export function itemCommand(item: InventoryItem, origin: Origin): SkuCommand {
  switch (item.op) {
    case 'create':
      return createCommand(item, origin);
    case 'update':
      return updateCommand({ sku: item.sku, body: item, origin });
    case 'adjust':
      return adjustCommand({ sku: item.sku, body: item, origin });
    default:
      return assertNever(item);
  }
}

function homeOf(location: UpdateSkuBody['location']): LocationReference | null | undefined {
  return typeof location === 'string' ? parseLocation(location) : location;
}
