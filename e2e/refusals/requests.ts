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
  ['bytes that are no UTF-8', Uint8Array.from([0x22, 0xc3, 0x28, 0x22])],
];

/** Every list of records. */
export const LISTS = ['/events', '/inventory', '/inventory/MUG-01/movements', '/locations', '/orders', '/scans'] as const;

/** Cursors that no list ever gave. */
export const STRANGE_CURSORS = ['x', 'null', '0', 'bm90IGEgY3Vyc29y', 'a'.repeat(2_000), '%F0%9F%98%80'];
