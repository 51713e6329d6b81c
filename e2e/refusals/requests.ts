import { isList, OPERATIONS } from '@fulfilment/contracts';

/** Texts that are no JSON. */
export const MALFORMED: ReadonlyArray<readonly [what: string, raw: string | Uint8Array<ArrayBuffer>]> = [
  ['a body that breaks off', '{"sku": "NEW-01"'],
  ['bytes that are no UTF-8', Uint8Array.from([0x22, 0xc3, 0x28, 0x22])],
];

/** Every list of /v1. */
export const LISTS = OPERATIONS.filter(isList);

/** Cursors that no list ever gave. */
export const STRANGE_CURSORS = ['x', 'null', '0', 'bm90IGEgY3Vyc29y', 'a'.repeat(2_000), '%F0%9F%98%80'];
