import {
  type CreateSkuBody,
  type DETAIL_NAMES,
  differingDetail,
  differingFields,
  type LocationCount,
  READ_ONLY_SKU_FIELDS,
  READ_ONLY_WAREHOUSE_FIELDS,
  type SkuRecord,
  type UpdateSkuBody,
  type UpdateSkuWarehouseBody,
} from '@fulfilment/contracts';
import { type Answered, type Clock, gtinOf, type RequestContext, type VersionCondition } from '@fulfilment/kernel';
import { type Location, type LocationsById, parseLocation } from '../model/location.ts';
import { fieldsRefused, type Refusal } from '../model/refusal.ts';
import type { DetailChanges, Sku } from '../model/sku.ts';
import { toSkuRecord } from '../records/sku-record.ts';
import type { Origin } from '../stock/domain/command.ts';
import type { SkuCommand } from '../stock/domain/commands/commands.ts';
import type { SetWarehouseCommand } from '../stock/domain/commands/set-warehouse.ts';
import { originOf, type RunCommand, skuOf } from '../stock/run-command.ts';

/** @throws AppError `sku_exists`, `unknown_location` or `location_archived`. */
export type CreateSku = (body: CreateSkuBody, context: RequestContext) => Promise<Answered<SkuRecord>>;

export function makeCreateSku(runCommand: RunCommand, now: Clock): CreateSku {
  return async (body, context) => skuOf(await runCommand(context.tenant, createCommand(body, originOf(context, now))));
}

/**
 * @throws AppError `not_found`, `version_conflict`, `sku_archived`, `insufficient_stock`, `unknown_location`, `location_archived` or
 * `validation_failed`.
 */
export type UpdateSku = (sku: string, body: UpdateSkuBody, context: RequestContext) => Promise<Answered<SkuRecord>>;

export function makeUpdateSku(runCommand: RunCommand, now: Clock): UpdateSku {
  return async (sku, body, context) =>
    skuOf(await runCommand(context.tenant, updateCommand(sku, body, originOf(context, now), context.ifMatch)));
}

/** @throws AppError `not_found`, `version_conflict`, `unknown_location`, `location_archived` or `validation_failed`. */
export type UpdateSkuWarehouse = (
  named: { readonly sku: string; readonly warehouse: string },
  body: UpdateSkuWarehouseBody,
  context: RequestContext,
) => Promise<Answered<SkuRecord>>;

export function makeUpdateSkuWarehouse(runCommand: RunCommand, now: Clock): UpdateSkuWarehouse {
  return async ({ sku, warehouse }, body, context) => {
    const { safety_stock: safetyStock, reorder_point: reorderPoint } = body;
    const settings = { ...(safetyStock !== undefined && { safetyStock }), ...(reorderPoint !== undefined && { reorderPoint }) };
    const named = { sku, warehouse: parseLocation(warehouse), ifMatch: context.ifMatch };
    const differsFrom: SetWarehouseCommand['differsFrom'] = (known, at, place) => differingInWarehouse(body, known, at, place);
    const command = { type: 'set-warehouse', origin: originOf(context, now), ...named, ...settings, differsFrom } as const;
    return skuOf(await runCommand(context.tenant, command));
  };
}

/** A body may repeat what it read of the SKU in the warehouse. */
function differingInWarehouse(
  body: UpdateSkuWarehouseBody,
  sku: Sku,
  locations: LocationsById,
  { id, path }: Pick<Location, 'id' | 'path'>,
): Refusal | undefined {
  if (READ_ONLY_WAREHOUSE_FIELDS.every((name) => Reflect.get(body, name) === undefined)) return undefined;
  const nothing = { on_hand: 0, allocated: 0, reserved: 0, unavailable: 0, buffer: 0, available: 0, incoming: 0 };
  const shown = toSkuRecord(sku, locations).warehouses.find((each) => each.warehouse_id === id);
  const items = differingFields(body, shown ?? { warehouse_id: id, warehouse: path, ...nothing }, READ_ONLY_WAREHOUSE_FIELDS);
  return items.length === 0 ? undefined : fieldsRefused(differingDetail(items), items);
}

/** @throws AppError `not_found` or `version_conflict`. */
export type ArchiveSku = (sku: string, context: RequestContext) => Promise<Answered<SkuRecord>>;

export function makeArchiveSku(runCommand: RunCommand, now: Clock): ArchiveSku {
  return async (sku, context) => {
    const origin = originOf(context, now);
    return skuOf(await runCommand(context.tenant, { type: 'archive-sku', origin, sku, ifMatch: context.ifMatch }));
  };
}

/** The command of a request to create a SKU, of an item of a batch, or of a row of a file. */
export function createCommand(body: CreateSkuBody, origin: Origin): SkuCommand {
  const { sku, name, on_hand: onHand, reorder_point: reorderPoint, safety_stock: safetyStock, location } = body;
  const home = location === null ? null : parseLocation(location);
  return { type: 'create-sku', origin, sku, name, onHand, reorderPoint, safetyStock, home, ...detailsOf(body) };
}

/** The command of a request to change a SKU, of an item of a batch, or of a row of a file. */
export function updateCommand(sku: string, body: UpdateSkuBody, origin: Origin, ifMatch?: VersionCondition): SkuCommand {
  const { name, on_hand: onHand, expected_on_hand: expectedOnHand, reorder_point: reorderPoint, reason, note, location } = body;
  const { safety_stock: safetyStock } = body;
  const home = typeof location === 'string' ? parseLocation(location) : location;
  const restore = body.status === 'active';
  const facts = { name, onHand, expectedOnHand, reorderPoint, safetyStock, home, restore, reason, note, ...detailsOf(body) };
  return { type: 'update-sku', origin, sku, ...facts, ifMatch, differsFrom: (known, at) => readOnlyRefusal(body, known, at) };
}

interface NamedDetails {
  readonly details: DetailChanges;
  readonly plainBarcodes: readonly string[];
}

/** The details that a body names; null clears them. Of a GTIN in several lengths the first is kept. */
function detailsOf(body: Pick<UpdateSkuBody, (typeof DETAIL_NAMES)[number]>): NamedDetails {
  const { barcodes: given, metadata, weight_g: weightG, unit_cost: unitCost, currency } = body;
  const plainBarcodes = (given ?? []).flatMap((each) => (typeof each === 'string' ? [] : [each.code]));
  const codes = (given ?? []).map((each) => (typeof each === 'string' ? each : each.code));
  const keyOf = (code: string): string => (plainBarcodes.includes(code) ? code : (gtinOf(code) ?? code));
  const barcodes = [...Map.groupBy(codes, keyOf).values()].flatMap(([first]) => first ?? []);
  const details = {
    barcodes: given === undefined ? undefined : barcodes,
    metadata: metadata === null ? {} : metadata,
    weightG,
    unitCost,
    currency,
    hsCode: body.hs_code,
    countryOfOrigin: body.country_of_origin,
  };
  return { details, plainBarcodes };
}

/** A body may repeat what it read: read-only fields, and the status of an archived SKU. */
function readOnlyRefusal(body: UpdateSkuBody, sku: Sku, locations: () => LocationsById): Refusal | undefined {
  const names = [...READ_ONLY_SKU_FIELDS, ...(body.status === 'archived' ? ['status'] : [])];
  // An item of a batch names its SKU: that alone is no reason to make its record, which may have a thousand places.
  const repeated = names.filter((name) => {
    const given: unknown = Reflect.get(body, name);
    return given !== undefined && !(name === 'sku' && given === sku.code);
  });
  if (repeated.length === 0) return undefined;
  const items = differingFields(body, toSkuRecord(sku, locations()), repeated);
  return items.length === 0 ? undefined : fieldsRefused(differingDetail(items), items);
}

/** The command of a row that counts a location. */
export function countCommand(count: LocationCount, origin: Origin): SkuCommand {
  const { sku, on_hand: onHand, expected_on_hand: expectedOnHand, reason, note } = count;
  return { type: 'count-location', origin, sku, location: parseLocation(count.location), onHand, expectedOnHand, reason, note };
}
