import {
  ACCOUNT_OPERATIONS,
  CSV,
  MAX_SEARCH_WORDS,
  maxBodyBytesOf,
  type Operation,
  OPERATIONS,
  pathOf,
  requestClassOf,
  writes,
} from '@fulfilment/contracts';
import { z } from 'zod';

/** SKUs that requests name: one as any, one that lies at many places, and one of each number for the items of a list. */
export const SKU = { ordinary: 'MUG-01', wide: 'WIDE', other: 'CUP-01', numbered: (at: number): string => `S-${at}` } as const;

/** A request with everything in its place. */
export interface MadeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

/** Gives a record that a path names: by the start of its id, or the name of the parameter where it has no id. */
export type RecordFor = (kind: string, operation: Operation) => string;

/** One of the dearest requests that an operation allows. */
export interface DearRequest {
  readonly operation: Operation;
  /** The dimension that is as large as the contract allows. */
  readonly shape: string;
  /** @param at tells requests apart: what has to be unique is so by it. */
  readonly make: (at: number, recordFor: RecordFor) => MadeRequest;
}

/**
 * Every operation that a key may call, by its contract alone: a new one is among them by itself. Those that end a record come last, since
 * the others name it. A tail has no end, and so no price.
 */
export const PRICED_OPERATIONS: readonly Operation[] = [...OPERATIONS, ...ACCOUNT_OPERATIONS]
  .filter((each) => each.access === undefined && requestClassOf(each) !== 'tail')
  .toSorted((a, b) => Number(endsRecord(a)) - Number(endsRecord(b)));

function endsRecord({ method, path }: Operation): boolean {
  return method === 'DELETE' || /\/(?:revoke|rotate)$/.test(path);
}

/** The dearest requests of operations, of all by default. @param id of the one operation. */
export function dearestRequests(id?: string, operations: readonly Operation[] = PRICED_OPERATIONS): readonly DearRequest[] {
  const asked = operations.filter((operation) => id === undefined || operation.id === id);
  return asked.flatMap((operation) =>
    payloadsOf(operation).flatMap((payload) =>
      queriesOf(operation).flatMap((query) =>
        skusOf(operation, payload).map((sku) => dearRequest(operation, { payload, query, sku })),
      ),
    ),
  );
}

interface Payload {
  readonly shape: string;
  readonly contentType: string;
  /** Undefined where nothing is sent. */
  readonly text: (at: number) => string | undefined;
  /** The same of a file that counts by location, where it is one. */
  readonly counts?: (at: number) => string;
}

interface Parts {
  readonly payload: Payload;
  readonly query: { readonly shape: string; readonly text: string };
  readonly sku: { readonly shape: string; readonly named: string };
}

function dearRequest(operation: Operation, { payload, query, sku }: Parts): DearRequest {
  const { method, params } = operation;
  const kinds = paramKinds(params);
  return {
    operation,
    shape: [payload.shape, query.shape, sku.shape].filter(Boolean).join(', ') || 'the sample',
    make: (at, recordFor) => {
      const path = pathOf(operation).replaceAll(/:([a-z_]+)/g, (_, name: string) => {
        const kind = kinds.get(name) ?? name;
        return encodeURIComponent(kind === 'sku' ? sku.named : recordFor(kind, operation));
      });
      const text = query.text === BY_LOCATION && payload.counts ? payload.counts(at) : payload.text(at);
      const body = text?.replaceAll(`"${SKU.ordinary}"`, `"${sku.named}"`);
      const target = query.text ? `${path}?${query.text}` : path;
      return { method, path: target, ...(body === undefined ? {} : { body, contentType: payload.contentType }) };
    },
  };
}

const patterned = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ pattern: z.string().optional() })).default({}),
});

const kindOf = (pattern = ''): string | undefined => /^\^([a-z]{3}_)/.exec(pattern)?.[1];

/** The start of the ids that parameters take. */
function paramKinds(params: z.ZodType): ReadonlyMap<string, string> {
  const { properties } = patterned.parse(z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }));
  return new Map(Object.entries(properties).map(([name, { pattern }]) => [name, kindOf(pattern) ?? name]));
}

/** The SKUs that a request is about: of one alone, it is asked about one at many places too. */
function skusOf(operation: Operation, { text }: Payload): ReadonlyArray<Parts['sku']> {
  const isAboutOne = operation.path.includes(':sku') || (text(0) ?? '').includes(`"${SKU.ordinary}"`);
  const ordinary = { shape: '', named: SKU.ordinary };
  return isAboutOne ? [ordinary, { shape: 'of a SKU at many places', named: SKU.wide }] : [ordinary];
}

/** The longest page, the search of the most words, and the filter of the most values. */
function queriesOf({ query }: Operation): ReadonlyArray<Parts['query']> {
  const shape = query instanceof z.ZodObject ? query.shape : {};
  const takes = (asked: Readonly<Record<string, unknown>>): boolean => query.safeParse(asked).success;
  const page = 'limit' in shape ? { limit: '200' } : {};
  const words = Array.from({ length: MAX_SEARCH_WORDS }, (_, at) => String.fromCodePoint(97 + at).repeat(2)).join(' ');
  const values = [100, 50, 20]
    .map((count) => ({ ...page, sku: Array.from({ length: count }, (_, at) => SKU.numbered(at)) }))
    .find(takes);
  return [
    { shape: 'limit' in shape ? 'the longest page' : '', text: asText(page) },
    ...('q' in shape ? [{ shape: `a search of ${MAX_SEARCH_WORDS} words`, text: asText({ ...page, q: words }) }] : []),
    ...('sku' in shape && values ? [{ shape: 'a filter of the most SKUs', text: asText(values) }] : []),
    ...('by' in shape && takes({ by: 'location' }) ? [{ shape: 'by location', text: BY_LOCATION }] : []),
    ...('dry_run' in shape ? [{ shape: 'a dry run', text: asText({ dry_run: 'true' }) }] : []),
  ];
}

const asText = (asked: Readonly<Record<string, string | readonly string[]>>): string =>
  Object.entries(asked)
    .flatMap(([name, value]) => [value].flat().map((each) => `${name}=${encodeURIComponent(each)}`))
    .join('&');

const BY_LOCATION = asText({ by: 'location' });

const NOTHING: Payload = { shape: '', contentType: '', text: () => undefined };
const JSON_TYPE = 'application/json';
const shown = z.object({ examples: z.array(z.unknown()).min(1) });

/** The examples of the contract, and the largest bodies that are made of them. */
function payloadsOf(operation: Operation): readonly Payload[] {
  if (operation.upload) return filesOf(operation);
  const examples = shown.safeParse(operation.body.meta()).data?.examples ?? [];
  if (!writes(operation) || examples.length === 0) return [NOTHING];
  const json = (shape: string, body: unknown): Payload => ({
    shape,
    contentType: JSON_TYPE,
    text: (at) => JSON.stringify(madeUnique(operation, body, at)),
  });
  return examples.flatMap((example) => [
    json('', example),
    ...widened(operation, example).map(({ shape, body }) => json(shape, body)),
  ]);
}

interface Widened {
  readonly shape: string;
  readonly body: unknown;
}

function widened(operation: Operation, example: unknown): readonly Widened[] {
  const lengths = LENGTHS.map((length) => ({ length, inner: 0 }));
  const both = LENGTHS.flatMap((length) => LENGTHS.map((inner) => ({ length, inner }))).filter(
    ({ length, inner }) => inner <= MOST_LINES && length * inner <= MOST_INNER_ITEMS,
  );
  const made: readonly (readonly [string, readonly unknown[]])[] = [
    ['the most items', lengths.map((size) => withLists(example, size))],
    ['the most items of one SKU', lengths.map((size) => withLists(example, { ...size, sku: SKU.ordinary }))],
    [
      'the most items of many items',
      both.toSorted((a, b) => b.length * b.inner - a.length * a.inner).map((size) => withLists(example, size)),
    ],
    ['the most metadata', LENGTHS.map((pairs) => ({ ...Object(example), metadata: metadataOf(pairs) }))],
  ];
  const seen = new Set([JSON.stringify(example)]);
  return made.flatMap(([shape, bodies]) => {
    const body = bodies.find((each) => fits(operation, each));
    const text = JSON.stringify(body);
    if (body === undefined || seen.has(text)) return [];
    seen.add(text);
    return [{ shape, body }];
  });
}

/** The most items of the lists of the API, and pairs of metadata, the most first. */
const LENGTHS = [1_000, 500, 200, 100, 50, 20, 5];

/** Items of a batch are parsed one by one, so its schema does not refuse one with more lines. */
const MOST_LINES = 200;
/** More do not fit into a body. */
const MOST_INNER_ITEMS = 25_000;

const fits = ({ body, ...operation }: Operation, made: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(made)) < maxBodyBytesOf(operation) && body.safeParse(made).success;

const metadataOf = (pairs: number): unknown =>
  Object.fromEntries(Array.from({ length: pairs }, (_, at) => [`key ${at}`, 'x'.repeat(500)]));

interface Size {
  readonly length: number;
  /** Items of the lists of an item; 0 leaves them as they are. */
  readonly inner: number;
  /** Of all items; each has another by default. */
  readonly sku?: string;
}

/** The lists of a body with so many items. */
function withLists(body: unknown, { length, inner, sku }: Size): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const item = (items: readonly unknown[], at: number): unknown => {
    const one = ofSku(items[at % items.length], sku ?? SKU.numbered(at));
    return inner > 0 ? withLists(one, { length: inner, inner: 0, ...(sku === undefined ? {} : { sku }) }) : one;
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) && value.length > 0 ? Array.from({ length }, (_, at) => item(value, at)) : value,
    ]),
  );
}

function ofSku(item: unknown, sku: string): unknown {
  if (typeof item !== 'object' || item === null) return item;
  return 'sku' in item ? { ...item, sku } : item;
}

/** Fields whose values are taken once. */
const UNIQUE: ReadonlySet<string> = new Set(['external_id', 'client_scan_id', 'code', 'email']);

/** The body with values that no other request has, where they may be taken once. */
function madeUnique(operation: Operation, body: unknown, at: number): unknown {
  let count = 0;
  return JSON.parse(JSON.stringify(body), function unique(this: unknown, name: string, value: unknown): unknown {
    // A condition, which the second request would not meet.
    if (name.startsWith('expected_')) return undefined;
    const isNewSku = name === 'sku' && (operation.id === 'createSku' || Reflect.get(Object(this), 'op') === 'create');
    if (typeof value !== 'string' || !(UNIQUE.has(name) || isNewSku)) return value;
    count += 1;
    return `${at}-${count}-${value}`.slice(0, name === 'code' ? 32 : 100);
  });
}

/** Rows of a file for which one is sent. */
const FILE_ROWS = 1_000;

function filesOf({ upload }: Operation): readonly Payload[] {
  return (upload?.media ?? []).flatMap(({ type, example }) => {
    if (example === undefined) return [];
    const lines = example.trimEnd().split(/\r?\n/);
    const head = type === CSV ? lines.slice(0, 1) : [];
    const [row = ''] = lines.slice(head.length);
    const rows = (at: number): string[] =>
      Array.from({ length: FILE_ROWS }, (_, each) => row.replaceAll(SKU.ordinary, `F-${at}-${each}`));
    return [
      {
        shape: `${FILE_ROWS.toLocaleString('en')} rows of ${type}`,
        contentType: type,
        text: (at: number) => [...head, ...rows(at), ''].join('\r\n'),
        counts: (at: number) => countsOf(type, at),
      },
    ];
  });
}

/** A file that sets the units of SKUs at one shelf, each time to another number. */
function countsOf(type: string, at: number): string {
  const counts = Array.from({ length: FILE_ROWS }, (_, each) => ({
    sku: SKU.numbered(each),
    location: 'B1/S1',
    on_hand: 1_000 + at,
  }));
  if (type !== CSV) return counts.map((count) => `${JSON.stringify(count)}\n`).join('');
  return ['sku,location,on_hand', ...counts.map((count) => Object.values(count).join(',')), ''].join('\r\n');
}
