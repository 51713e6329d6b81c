import type { Operation } from '@fulfilment/contracts';
import type { Standing } from './standing.ts';

/** A path of an operation on records that are there. */
export function pathOf({ path, id }: Operation, standing: Standing): string {
  const order = id === 'shipOrder' ? standing.packed : standing.created;
  const records: Readonly<Record<string, string>> = { locations: standing.place.id, scans: standing.scan.id };
  const record = records[path.split('/')[1] ?? ''] ?? order.id;
  return path.replace(':sku', standing.sku.sku).replace(':id', record);
}

/** Texts that are no JSON. */
export const MALFORMED: ReadonlyArray<readonly [what: string, raw: string | Uint8Array<ArrayBuffer>]> = [
  ['a body that breaks off', '{"sku": "NEW-01"'],
  ['single quotes', "{'sku': 'NEW-01'}"],
  ['a comma too many', '{"sku": "NEW-01",}'],
  ['two documents', '{} {}'],
  ['NaN', '{"on_hand": NaN}'],
  ['only white space', '  '],
  ['bytes that are no UTF-8', Uint8Array.from([0x22, 0xc3, 0x28, 0x22])],
];

/** Ways to say that a body is something else than JSON. */
export const OTHER_MEDIA: ReadonlyArray<Readonly<Record<string, string>>> = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=iso-8859-1' },
  { 'content-type': 'application/jsonp' },
  { 'content-encoding': 'gzip' },
];

const PAGING = ['limit=0', 'limit=201', 'limit=1.5', 'limit=x', 'limit=', 'limit=-1', 'limit=1&limit=2', 'cursor=', 'surprise=1'];

/** Queries that no list understands, and for each list those that it does not. */
export const BAD_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/events': [...PAGING, 'types=', 'types=*', 'types=order.created,', 'types=order.lost', 'after=', 'after=ord_1', 'after=evt_1'],
  '/inventory': [
    ...PAGING,
    'status=gone',
    'status=',
    'status=all&status=active',
    'low_stock=yes',
    'location=',
    'location=a%20b',
    'location=A3/S2&location=A3/S3',
    'q=',
    'q=%20',
    `q=${'x'.repeat(201)}`,
    `sku=${Array.from({ length: 101 }, (_, place) => place).join('&sku=')}`,
    'updated_since=yesterday',
    'updated_since=2026-11-21',
    'sort=name',
    'sort=sku&sort=updated_at',
  ],
  '/inventory/MUG-01/movements': [
    ...PAGING,
    'location_id=MAIN',
    'location_id=',
    'created_after=yesterday',
    'created_before=2026-02-30T00:00:00Z',
  ],
  '/locations': [
    ...PAGING,
    'type=room',
    'type=bin&type=shelf',
    'parent_id=MAIN',
    'path=',
    'path=a%20b',
    'path=A3/S2/B1/C1',
    'q=',
    'status=gone',
    'sort=name',
  ],
  '/orders': [
    ...PAGING,
    'status=gone',
    'status=',
    'status=created,',
    'status=created,gone',
    'status=created&status=packed',
    'external_id=',
    'allocation=some',
    'allocation=partial,',
    'allocation=partial&allocation=allocated',
    'sku=-1',
    'sku=',
    'created_after=yesterday',
    'created_after=2026-11-21',
    'created_before=2026-02-30T00:00:00Z',
    'created_before=2026-11-21T10:05:12',
  ],
  '/scans': [
    ...PAGING,
    'sku=-1',
    'type=peek',
    'barcode=',
    `device_id=${'x'.repeat(65)}`,
    'location=',
    'order_id=',
    `operator=${'x'.repeat(101)}`,
    'applied=yes',
    'applied=',
    'from=yesterday',
    'from=2026-11-21',
    'to=2026-11-21T10:05:12',
    'to=2026-02-30T00:00:00Z',
  ],
};

/** Cursors that no list ever gave. */
export const STRANGE_CURSORS = ['x', 'null', '0', 'bm90IGEgY3Vyc29y', 'a'.repeat(2_000), '%F0%9F%98%80'];
