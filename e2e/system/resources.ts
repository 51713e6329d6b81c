import {
  ACCOUNT_OPERATIONS,
  accountOperations,
  isList,
  type Operation,
  OPERATIONS,
  operations,
  ORDER_STATUSES,
  orderRecord,
  skuRecord,
} from '@fulfilment/contracts';
import type { IdPrefix } from '@fulfilment/kernel';
import { z } from 'zod';

/** Kind of the values that name a record in a path: ids by their prefix, or texts of the client's own. */
export type Kind = `${IdPrefix}_` | 'sku' | 'warehouse' | typeof BARCODE;
/** Barcodes of SKUs, by which they are found; scans have others. */
export const BARCODE = 'barcode of a SKU';

/** Values that name records, one of each kind. */
export type Values = Readonly<Partial<Record<Kind, string>>>;

/** Sends a request of an operation to records `at` a path. @returns the body of its answer. @throws Error where it is refused. */
export type Ask = (operation: Operation, request?: { readonly at?: Values; readonly body?: unknown }) => Promise<unknown>;

/** The list of all records of a kind. */
interface ListCard {
  readonly operation: Operation;
  /** The query with which it leaves none out. */
  readonly every?: Readonly<Record<string, string>>;
  /** The same without those that a refused request leaves as a note of its refusal. */
  readonly kept?: Readonly<Record<string, string>>;
  /** A filter that finds a record by its member of that name. */
  readonly foundBy?: string;
  /** True where records appear in it some time after the answer. */
  readonly lags?: true;
}

/** A kind of records of the API, as far as tests that walk over all of them have to know it. */
export interface Resource {
  readonly kind: Kind;
  readonly api?: 'account';
  /** The parameter of paths that names one by a text; ids are known by their prefix. */
  readonly param?: string;
  /** A text, as in a path, that cannot name one. */
  readonly impossible?: string;
  readonly list?: ListCard;
  /** Kinds of texts that are taken in a query or a body under a name, where that is no id by its schema. */
  readonly namedIn?: Readonly<Record<string, readonly string[]>>;
  /** Makes one, with its free texts marked, beside those of the rows above. @returns the value that names it. */
  readonly make?: (ask: Ask, made: Values, mark: string) => Promise<string>;
}

const withId = z.looseObject({ id: z.string() });
const holdsOf = z.looseObject({ holds: z.array(withId) });
const idIn = (answer: unknown): string => withId.parse(answer).id;
const skuIn = async (ask: Ask, made: Values) => skuRecord.parse(await ask(operations.getSku, { at: made }));
const statusesBut = (left: string): string => ORDER_STATUSES.filter((status) => status !== left).join(',');

/** A row a resource, in the order in which they are made: replays before there are events to send again. */
export const RESOURCES: readonly Resource[] = [
  {
    kind: 'key_',
    api: 'account',
    make: async (ask, _made, name) => idIn(await ask(accountOperations.createKey, { body: { name, role: 'viewer' } })),
  },
  { kind: 'mem_', api: 'account' },
  { kind: 'ses_', api: 'account' },
  // Its secret is for the receiver that stands at its address.
  { kind: 'whk_', api: 'account' },
  {
    kind: 'dlv_',
    api: 'account',
    make: async (ask, made) => idIn(await ask(accountOperations.testWebhook, { at: made, body: { type: 'order.shipped' } })),
  },
  {
    kind: 'rpl_',
    api: 'account',
    make: async (ask, made) => {
      const since = new Date(Date.now() - 60_000).toISOString();
      return idIn(await ask(accountOperations.createReplay, { at: made, body: { since } }));
    },
  },
  {
    kind: 'sku',
    param: 'sku',
    impossible: '%20',
    list: { operation: operations.listSkus, every: { status: 'all' } },
    namedIn: { sku: ['sku'] },
    make: async (ask, _made, mark) => {
      const body = { sku: 'MUG-01', name: `Mug ${mark}`, on_hand: 100, location: 'A3/S2', barcodes: [`${mark}-MUG-01`] };
      await ask(operations.createSku, { body });
      return body.sku;
    },
  },
  {
    kind: BARCODE,
    param: 'code',
    namedIn: { barcode: [BARCODE, 'barcode', 'scn_'] },
    make: async (ask, made) => z.tuple([z.string()]).parse((await skuIn(ask, made)).barcodes)[0],
  },
  {
    kind: 'warehouse',
    param: 'warehouse',
    namedIn: { warehouse: ['loc_', 'path'] },
    make: () => Promise.resolve('MAIN'),
  },
  {
    kind: 'loc_',
    impossible: 'MAIN',
    list: { operation: operations.listLocations, foundBy: 'parent_id' },
    namedIn: { to: ['loc_', 'path'], location: ['loc_', 'path', 'location'] },
    // The place at which the SKU lies was made with it.
    make: async (ask, made) => (await skuIn(ask, made)).location_id,
  },
  {
    kind: 'ord_',
    impossible: '7',
    list: {
      operation: operations.listOrders,
      every: { status: ORDER_STATUSES.join(',') },
      kept: { status: statusesBut('rejected') },
      foundBy: 'external_id',
    },
    namedIn: { order_id: ['ord_'], external_id: ['external_id'], external_line_id: ['external_line_id'] },
    make: async (ask, { sku }, mark) => {
      const lines = [{ sku, quantity: 2, external_line_id: '1' }];
      return idIn(await ask(operations.createOrder, { body: { external_id: 'created', lines, note: mark, metadata: { mark } } }));
    },
  },
  {
    kind: 'rsv_',
    impossible: '7',
    list: { operation: operations.listReservations, foundBy: 'external_id' },
    namedIn: { reservation_id: ['rsv_'] },
    make: async (ask, { sku }) => {
      const lines = [{ sku, quantity: 1 }];
      return idIn(await ask(operations.createReservation, { body: { lines, expires_in: 86_400, external_id: 'reserved' } }));
    },
  },
  {
    kind: 'ful_',
    impossible: '7',
    list: { operation: operations.listFulfilments, foundBy: 'order_id' },
    make: async (ask, made, note) => idIn(await ask(operations.createFulfilment, { at: made, body: { note } })),
  },
  {
    kind: 'hld_',
    // Of an order of its own: nothing of one on hold goes further.
    make: async (ask, { sku }, note) => {
      const id = idIn(await ask(operations.createOrder, { body: { lines: [{ sku, quantity: 1 }] } }));
      return (
        holdsOf.parse(await ask(operations.holdOrder, { at: { ord_: id }, body: { reason: 'standing', note } })).holds[0]?.id ??
        ''
      );
    },
  },
  {
    kind: 'ret_',
    impossible: '7',
    list: { operation: operations.listReturns, foundBy: 'order_id' },
    make: async (ask, { sku }, note) => {
      const body = { lines: [{ sku, quantity: 1 }] };
      const { id, lines } = orderRecord.parse(await ask(operations.createOrder, { body }));
      await ask(operations.packOrder, { at: { ord_: id }, body: {} });
      await ask(operations.shipOrder, { at: { ord_: id }, body: {} });
      const units = lines.map(({ id: line_id }) => ({ line_id, quantity: 1, reason: 'damaged', note }));
      return idIn(await ask(operations.createReturn, { body: { order_id: id, lines: units, note } }));
    },
  },
  {
    kind: 'scn_',
    impossible: '1',
    list: { operation: operations.listScans, foundBy: 'barcode' },
    namedIn: { client_scan_id: ['client_scan_id'], device_id: ['device_id'] },
    make: async (ask, { sku }, operator) => {
      const scan = { barcode: '4006381333931', sku, location: 'A3/S2', operator, client_scan_id: 'gun-7:1' };
      return idIn(await ask(operations.createScan, { body: scan }));
    },
  },
  { kind: 'evt_', list: { operation: operations.listEvents, lags: true } },
];

/** The rows of /v1. */
export const V1_RESOURCES = RESOURCES.filter(({ api }) => api === undefined);

/** The prefix in the pattern of a schema, with `_`; undefined where its values are no ids. */
function prefixIn(pattern = ''): string | undefined {
  return /^\^([a-z]{3}_)/.exec(pattern)?.[1];
}

const patterns = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ pattern: z.string().optional() })).default({}),
});

type Prefixes = ReadonlyMap<string, string | undefined>;
const known = new WeakMap<z.ZodType, Prefixes>();

/** Members of an object, with the prefix of their ids where they have one. */
export function idPrefixesIn(schema: z.ZodType): Prefixes {
  const found = known.get(schema) ?? readPrefixes(schema);
  known.set(schema, found);
  return found;
}

function readPrefixes(schema: z.ZodType): Prefixes {
  const { properties } = patterns.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return new Map(Object.entries(properties).map(([name, { pattern }]) => [name, prefixIn(pattern)]));
}

const PARAMS: ReadonlyMap<string, ReadonlyMap<string, Kind>> = new Map(
  [...OPERATIONS, ...ACCOUNT_OPERATIONS].map((operation) => [operation.id, kindsOf(operation)]),
);

/** @throws Error where a parameter names what has no row. */
function kindsOf({ id, params }: Operation): ReadonlyMap<string, Kind> {
  return new Map(
    Array.from(idPrefixesIn(params), ([name, prefix]) => {
      const row = RESOURCES.find(({ kind, param }) => (prefix === undefined ? param === name : kind === prefix));
      if (!row) throw new Error(`No row of e2e/system/resources.ts is of the kind of :${name} in ${id}: ${prefix ?? 'a text'}`);
      return [name, row.kind];
    }),
  );
}

/** The kinds of records that the path of an operation names. */
export const kindsIn = ({ id }: Operation): readonly Kind[] => [...(PARAMS.get(id)?.values() ?? [])];

/** The kind of value that a parameter of a path takes. @throws Error where the operation has no such parameter. */
export function kindOf({ id }: Operation, name: string): Kind {
  const kind = PARAMS.get(id)?.get(name);
  if (kind === undefined) throw new Error(`${id} has no parameter ${name}`);
  return kind;
}

const unlisted = OPERATIONS.filter((each) => isList(each) && !each.path.includes(':')).filter(
  ({ id }) => !V1_RESOURCES.some(({ list }) => list?.operation.id === id),
);
if (unlisted.length > 0)
  throw new Error(`No row of e2e/system/resources.ts has the list of ${unlisted.map(({ id }) => id).join(', ')}`);

/** @throws Error where there is none. */
export function valueOf(values: Values, kind: Kind): string {
  const value = values[kind];
  if (value === undefined) throw new Error(`There is no ${kind}`);
  return value;
}

/** The path of an operation on records; each value as it stands in a path. @throws Error where one is missing. */
export function pathTo(operation: Operation, values: Values): string {
  return operation.path.replaceAll(/:([a-z_]+)/g, (_all, name: string) => valueOf(values, kindOf(operation, name)));
}

/** A value of the right form that names no record. */
export function unknownOf(kind: Kind): string {
  return kind.endsWith('_') ? `${kind}${'0'.repeat(26)}` : 'NO-SUCH-00';
}

/** A value of every kind that names no record. */
export const UNKNOWN: Values = Object.fromEntries(RESOURCES.map(({ kind }) => [kind, unknownOf(kind)]));

/** Texts that cannot name a record, of the kinds that have such. */
export const IMPOSSIBLE: Values = Object.fromEntries(
  RESOURCES.flatMap(({ kind, impossible }) => (impossible ? [[kind, impossible]] : [])),
);

/** Path and query of the list that leaves none of a kind out. @throws Error where the kind has no list. */
export function listOf(kind: Kind): { readonly path: string; readonly filter: Readonly<Record<string, string>> } {
  const list = RESOURCES.find((each) => each.kind === kind)?.list;
  if (!list) throw new Error(`There is no list of ${kind}`);
  return { path: list.operation.path, filter: list.every ?? {} };
}

/** Makes a record of each row, in their order. @param there values of records that are there before. */
export async function makeEach(
  rows: readonly Resource[],
  { ask, mark, there = {} }: { readonly ask: Ask; readonly mark: string; readonly there?: Values },
): Promise<Values> {
  let made: Values = there;
  for (const { kind, make } of rows) if (make) made = { ...made, [kind]: await make(ask, made, mark) };
  return made;
}
