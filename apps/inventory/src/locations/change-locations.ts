import {
  type CreateLocationBody,
  differingDetail,
  differingFields,
  type LocationRecord,
  READ_ONLY_LOCATION_FIELDS,
  type UpdateLocationBody,
} from '@fulfilment/contracts';
import {
  type Answered,
  type Clock,
  meetsCondition,
  newId,
  type RequestContext,
  tenantKey,
  versionConflict,
} from '@fulfilment/kernel';
import { isDefaultWarehouse, type Location, shippingOf } from '../model/location.ts';
import { lastActor } from '../model/sku.ts';
import { LINES_A_REFILLED_SKU } from '../model/sourcing.ts';
import { fieldsRefused, locationExists, locationNotFound, noRoomForWarehouse, unknownLocation } from '../model/refusal.ts';
import { type LocationChange, locationMessages } from '../records/location-messages.ts';
import { toLocationRecord } from '../records/location-record.ts';
import { refusalError } from '../records/refusal-error.ts';
import {
  createLocation,
  defaultWarehouse,
  locationNotEmpty,
  MAX_BELOW,
  sameCountries,
  tooManyBelow,
  updateLocation,
} from './domain/change-location.ts';
import { differingPurpose, type PurposeChange, spreadPurpose } from './domain/spread-purpose.ts';
import type { ChangeLocations, LocationTransaction } from './location-ports.ts';

/** @throws AppError `validation_failed` where it does not belong into its parent, `unknown_location`, `location_exists`, `location_archived` or `storage_limit_reached`. */
export type CreateLocation = (body: CreateLocationBody, context: RequestContext) => Promise<Answered<LocationRecord>>;

export function makeCreateLocation(changeLocations: ChangeLocations, now: Clock): CreateLocation {
  return async ({ type, code, parent_id: parentId = null, name = null, ...purpose }, context) => {
    const facts = { id: newId('loc'), type, code, name, at: now(), ...purposeIn(purpose) };
    return changeLocations(
      context,
      async (locations) => {
        const parent = await findParent(locations, parentId);
        const created = createLocation(facts, parent);
        if (created.type === 'refused') throw refusalError(created.refusal);
        if (await locations.hasChild(parentId, code)) throw refusalError(locationExists(created.location.path));
        await refuseWithoutRoom(locations, created.location, context);
        if (!created.location.sellable && parent?.sellable !== false) await locations.admitUnsellable();
        if (parent) await locations.lock(parent);
        await locations.add(created.location);
        await locations.tell(locationMessages([{ type: 'location.created', location: created.location }], termsOf(context)));
        return toLocationRecord(created.location);
      },
      () => refusalError(locationExists(code)),
    );
  };
}

/** @throws AppError `storage_limit_reached` for a warehouse where the tenant has as many active ones as it may have. */
async function refuseWithoutRoom(locations: LocationTransaction, { type }: Location, { storage }: RequestContext): Promise<void> {
  const bound = storage?.warehouses;
  if (type !== 'warehouse' || bound === undefined) return;
  const used = await locations.countWarehouses();
  if (used >= bound) throw refusalError(noRoomForWarehouse(used, bound));
}

const purposeIn = ({ pick_sequence: pickSequence, ...said }: PurposeOfBody) => ({ ...said, pickSequence });
type PurposeOfBody = Pick<
  UpdateLocationBody,
  'usage' | 'sellable' | 'pickable' | 'pick_sequence' | 'ships' | 'priority' | 'countries'
>;

async function findParent(locations: LocationTransaction, parentId: string | null): Promise<Location | null> {
  if (parentId === null) return null;
  const parent = await locations.find(parentId);
  if (!parent) throw refusalError(unknownLocation('/parent_id', parentId));
  return parent;
}

/** @throws AppError `not_found`, `version_conflict`, `location_exists`, `location_archived`, `location_not_empty`, `default_warehouse` or `storage_limit_reached`. */
export type UpdateLocation = (id: string, body: UpdateLocationBody, context: RequestContext) => Promise<Answered<LocationRecord>>;

export function makeUpdateLocation(changeLocations: ChangeLocations, now: Clock): UpdateLocation {
  return async (id, body, context) => {
    const { code, name, status, usage, sellable, pickable, pick_sequence, ships, priority, countries } = body;
    const purpose = purposeIn({ usage, sellable, pickable, pick_sequence, ships, priority, countries });
    const at = now();
    let refilled = 0;
    const answered = await changeLocations(
      context,
      async (locations) => {
        refilled = 0;
        const location = await findTarget(locations, id, context);
        refuseDiffering(body, location);
        const parent = location.parentId === null ? null : await locations.find(location.parentId);
        if (parent === undefined) throw new Error(`${id} stands in ${location.parentId}, which does not exist`);
        const updated = updateLocation(
          location,
          { code, name, restore: status === 'active', ...purpose },
          { parent, at, actor: context.actor },
        );
        if (updated.type === 'refused') throw refusalError(updated.refusal);
        if (updated.type === 'unchanged') return toLocationRecord(location);
        if (location.archivedAt !== null) await refuseWithoutRoom(locations, location, context);
        const below = await write(locations, location, updated.location, parent);
        if (changedShipping(location, updated.location).length > 0) refilled = await locations.refillWaiting();
        const changed = changedFacts(location, updated.location);
        const changes: LocationChange[] = [{ type: 'location.updated', location: updated.location, changed }, ...below];
        await locations.tell(locationMessages(changes, termsOf(context)));
        return toLocationRecord(updated.location);
      },
      () => refusalError(locationExists(code ?? '')),
    );
    context.noteLines?.(refilled * LINES_A_REFILLED_SKU);
    return answered;
  };
}

/** @throws AppError `validation_failed` where the body repeats read-only fields that are others by now. */
function refuseDiffering(body: UpdateLocationBody, location: Location): void {
  const names = [...READ_ONLY_LOCATION_FIELDS, ...(body.status === 'archived' ? ['status'] : [])];
  const items = differingFields(body, toLocationRecord(location), names);
  if (items.length > 0) throw refusalError(fieldsRefused(differingDetail(items), items));
}

/** @throws AppError `not_found`, or `version_conflict` where the request expects another version. */
async function findTarget(locations: LocationTransaction, id: string, { ifMatch }: RequestContext): Promise<Location> {
  const location = await locations.find(id);
  if (!location) throw refusalError(locationNotFound());
  if (!meetsCondition(ifMatch, location.version)) throw versionConflict(toLocationRecord(location), lastActor(location));
  return location;
}

/** SKUs that a refusal names. */
const NAMED = 10;

const termsOf = ({ tenant, requestId, traceparent }: RequestContext) => ({ tenant: tenantKey(tenant), requestId, traceparent });

function changedFacts(before: Location, after: Location): string[] {
  const names = before.name === after.name ? [] : ['name'];
  if (before.code !== after.code) names.push('code', 'path');
  names.push(...differingPurpose(before, after));
  if (before.pickSequence !== after.pickSequence) names.push('pick_sequence');
  names.push(...changedShipping(before, after));
  return before.archivedAt === after.archivedAt ? names : [...names, 'status'];
}

function changedShipping(from: Location, to: Location): string[] {
  const [before, after] = [shippingOf(from), shippingOf(to)];
  if (!before || !after) return [];
  const names: string[] = (['ships', 'priority'] as const).filter((name) => before[name] !== after[name]);
  return sameCountries(before.countries, after.countries) ? names : [...names, 'countries'];
}

/** @returns the changes of the locations below it. */
async function write(
  locations: LocationTransaction,
  from: Location,
  to: Location,
  parent: Location | null,
): Promise<readonly LocationChange[]> {
  const renamed = to.code !== from.code;
  if (renamed && (await locations.hasChild(to.parentId, to.code))) throw refusalError(locationExists(to.path));
  const repurposed = differingPurpose(from, to);
  const [first] = renamed ? ['code'] : repurposed;
  if (first !== undefined && (await locations.hasMoreBelow(from, MAX_BELOW)))
    throw refusalError(tooManyBelow(`/${first}`, from.path));
  if (from.sellable !== to.sellable) await refuseInUse(locations, from);
  if (from.sellable && !to.sellable) await locations.admitUnsellable();
  // Its path and its being active depend on the parent.
  if (parent) await locations.lock(parent);
  await locations.save(to);
  const moved = renamed ? await locations.movePaths(from, to) : [];
  const spread = repurposed.length > 0 ? spreadPurpose(from, to, await locations.below(to)) : [];
  await locations.savePurposes(spread.map(({ location }) => location));
  return [...moved.map((location) => ({ location, changed: ['path'] })), ...spread].map(toUpdate);
}

const toUpdate = (change: PurposeChange): LocationChange => ({ type: 'location.updated', ...change });

/** Units that lie at a location count as they did when they came. @throws AppError `location_not_empty`. */
async function refuseInUse(locations: LocationTransaction, location: Location): Promise<void> {
  const skus = await locations.skusAt(location, NAMED);
  if (skus.length > 0) throw refusalError(locationNotEmpty(location.path, skus));
}

/** @throws AppError `not_found`, `version_conflict`, `location_not_empty` or `default_warehouse`. */
export type ArchiveLocation = (id: string, context: RequestContext) => Promise<Answered<LocationRecord>>;

export function makeArchiveLocation(changeLocations: ChangeLocations, now: Clock): ArchiveLocation {
  return async (id, context) => {
    const at = now();
    return changeLocations(context, async (locations) => {
      const location = await findTarget(locations, id, context);
      if (location.archivedAt !== null) return toLocationRecord(location);
      if (isDefaultWarehouse(location)) throw refusalError(defaultWarehouse());
      await refuseInUse(locations, location);
      if (await locations.hasMoreBelow(location, MAX_BELOW)) throw refusalError(tooManyBelow('', location.path));
      const archived = await locations.archive(location, { at, actor: context.actor });
      const changes = archived.map((each): LocationChange => ({ type: 'location.archived', location: each }));
      await locations.tell(locationMessages(changes, termsOf(context)));
      return toLocationRecord(archivedAt(location, at));
    });
  };
}

const archivedAt = (location: Location, at: Date): Location => ({
  ...location,
  version: location.version + 1,
  updatedAt: at,
  archivedAt: at,
});
