import { z } from 'zod';
import { SKU_FACTS, SKU_KEYS, type SkuFactsRow } from '../compared-collections.ts';
import { type Check, eventKeyOf, isKept, type Look, type OwnedRecord, type Range, stockKeyOf } from '../look.ts';
import { all } from '../merge-join.ts';
import { findLostEvents, recordEvents, type Stored } from '../read-record-events.ts';

export const skuFactsCheck: Check = {
  invariant: 3,
  name: 'SKU facts',
  promise:
    'Every version of a SKU has an event: sku.updated where its facts changed, inventory.out_of_stock where its last available unit went, and nowhere else; the last event shows the SKU as it is.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: SKU_FACTS }, compareFacts);
    await findLostEvents(look, { schema: skuEvent, record: 'SKU', find: findSkus });
  },
};

async function compareFacts(look: Look, range: Range): Promise<void> {
  const { compared, differs } = look.findings;
  const skus = await all(look.rows(SKU_FACTS, { filter: range, sort: { tenant: 1, sku: 1 } }));
  const events = recordEvents(look, skuEvent, skus.map(recordOf));
  for (const sku of skus) {
    compared('SKUs');
    const isDifferent = (fault: string): void => differs(`${sku.tenant} ${sku.sku}: ${fault}`);
    let last: Version | undefined;
    for await (const version of versionsOf(events.of(eventKeyOf(recordOf(sku))))) {
      compared('versions');
      for (const fault of versionFaults(version, last, look.now)) isDifferent(fault);
      last = version;
    }
    for (const fault of endFaults(sku, last, look.now)) isDifferent(fault);
  }
}

const recordOf = ({ tenant, sku: id }: Pick<SkuFactsRow, 'tenant' | 'sku'>): OwnedRecord => ({ tenant, id });

async function* findSkus({ rows }: Look, skus: readonly OwnedRecord[]): AsyncGenerator<OwnedRecord> {
  for await (const found of rows(SKU_KEYS, { filter: { _id: { $in: skus.map(stockKeyOf) } } })) yield recordOf(found);
}

/** The order in which the events of one version are stored. */
const TYPES = ['inventory.updated', 'inventory.low_stock', 'inventory.out_of_stock', 'sku.updated'] as const;
type SkuEventType = (typeof TYPES)[number];

const facts = z.object({
  name: z.string(),
  reorder_point: z.int(),
  location_id: z.string(),
  status: z.string(),
  barcodes: z.array(z.string()).default([]),
});
type Facts = z.output<typeof facts>;

const skuEvent = z.object({
  type: z.enum(TYPES),
  sequence: z.int(),
  versions: z.int().default(1),
  data: z.object({
    ...facts.shape,
    on_hand: z.int(),
    /** Absent in events of releases in which every location was sellable. */
    unavailable: z.int().default(0),
    allocated: z.int(),
    /** Absent in events of releases without reservations and safety stock. */
    reserved: z.int().default(0),
    safety_stock: z.int().default(0),
    /** Absent in events of releases without quantities by warehouse; the settings in those without these. */
    warehouses: z
      .array(
        z.object({
          on_hand: z.int(),
          allocated: z.int(),
          reserved: z.int(),
          unavailable: z.int(),
          safety_stock: z.int().nullable().default(null),
        }),
      )
      .default([]),
    /** Events of releases that told of quantities alone do not have it. */
    sold_out: z.boolean().optional(),
  }),
});
type SkuEvent = z.output<typeof skuEvent> & Stored;

/** The events of one version of a SKU, or of several that are told together, in the order in which they are stored. */
interface Version extends Pick<SkuEvent, 'sequence' | 'versions' | 'data' | 'created_at'> {
  readonly types: readonly SkuEventType[];
}

async function* versionsOf(events: AsyncIterable<SkuEvent>): AsyncGenerator<Version> {
  let version: Version | undefined;
  for await (const { type, sequence, versions, data, created_at } of events) {
    if (version && version.sequence !== sequence) yield version;
    const types = version?.sequence === sequence ? version.types : [];
    version = { sequence, versions, data, created_at, types: [...types, type] };
  }
  if (version) yield version;
}

function availableOf({ data }: Version): number {
  const withheld = data.warehouses.reduce(
    (sum, { safety_stock: safety, ...each }) => sum + Math.min(safety ?? 0, freeOf(each)),
    0,
  );
  return Math.max(0, freeOf(data) - Math.max(data.safety_stock, withheld));
}

const freeOf = ({ on_hand, unavailable, allocated, reserved }: Omit<Version['data']['warehouses'][number], 'safety_stock'>) =>
  on_hand - unavailable - allocated - reserved;

/** From this release on every change of a SKU is told. */
const tellsAll = ({ data }: Version): boolean => data.sold_out !== undefined;

function versionFaults(version: Version, last: Version | undefined, now: Date): string[] {
  const { sequence, versions, types } = version;
  const places = types.map((type) => TYPES.indexOf(type));
  const faults = places.some((place, at) => at > 0 && place <= (places[at - 1] ?? -1))
    ? [`version ${sequence} is told by ${types.join(', ')}, in this order`]
    : [];
  // What stands in another order is a finding of the stock events.
  if (!last || !tellsAll(last) || sequence < last.sequence) return faults;
  if (sequence - versions > last.sequence) return isKept(last.created_at, now) ? [...faults, gap(last.sequence + 1)] : faults;
  return [...faults, ...soldOutFaults(version, last), ...changeFaults(version, last)];
}

const gap = (version: number): string => `version ${version} has no event`;

function soldOutFaults(version: Version, last: Version): string[] {
  const went = availableOf(last) > 0 && availableOf(version) === 0;
  if (version.types.includes('inventory.out_of_stock') === went) return [];
  return [
    `version ${version.sequence} ${went ? 'took the last available unit without' : 'took none, and has'} an inventory.out_of_stock`,
  ];
}

/** Details such as weights are told by `sku.updated` as well: one without a difference here may be of them. */
function changeFaults({ sequence, types, data }: Version, last: Version): string[] {
  const changed = differing(last.data, data);
  if (changed.length === 0 || types.includes('sku.updated')) return [];
  return [`version ${sequence} changed ${changed.join(', ')} without a sku.updated`];
}

function differing(a: Facts, b: Facts): readonly (keyof Facts)[] {
  return facts.keyof().options.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
}

function endFaults(sku: SkuFactsRow, last: Version | undefined, now: Date): string[] {
  if (!last || !tellsAll(last)) return [];
  if (last.sequence < sku.version) return isKept(last.created_at, now) ? [gap(last.sequence + 1)] : [];
  return differing(last.data, sku).map(
    (name) => `its last event shows ${name} ${JSON.stringify(last.data[name])}, it is ${JSON.stringify(sku[name])}`,
  );
}
