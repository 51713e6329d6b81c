import { newId } from '@fulfilment/kernel';
import type { Db, Document } from 'mongodb';
import { z } from 'zod';

const skuDocument = z.looseObject({ _id: z.string(), sku: z.string(), prefixes: z.array(z.string()) });
const movementDocument = z.looseObject({ sku: z.string() });

/** A SKU and its ledger, as the service wrote them. */
export interface Written {
  readonly sku: z.output<typeof skuDocument>;
  readonly movements: readonly z.output<typeof movementDocument>[];
}

/** SKUs change one after another, a second apart. */
const FIRST_CHANGE = Date.UTC(2026, 0, 1);
/** The number in the code of a template. */
const NUMBER = /(\d)\1{0,6}$/;
const DIGITS = 7;

/** @throws Error if the service did not write it, or in a shape that is not known. */
export async function readWritten(db: Db, tenant: string, code: string): Promise<Written> {
  const sku = skuDocument.parse(await db.collection('skus').findOne({ tenant, sku: code }));
  const movements = await db.collection('movements').find({ tenant, sku: code }).sort({ version: 1, line: 1 }).toArray();
  return { sku, movements: movements.map((each) => movementDocument.parse(each)) };
}

/** The same SKU under another number, with all that its store keeps of the code beside. */
export function likenessOf(
  written: Written,
  number: number,
): { readonly sku: Document; readonly movements: readonly Document[] } {
  const digits = String(number).padStart(DIGITS, '0');
  const numbered = (text: string): string => text.replace(NUMBER, ({ length }) => digits.slice(0, length));
  const { _id: key, sku: code, prefixes } = written.sku;
  const [sku, at] = [numbered(code), new Date(FIRST_CHANGE + number * 1_000)];
  return {
    sku: { ...written.sku, _id: numbered(key), sku, prefixes: prefixes.map(numbered), created_at: at, updated_at: at },
    movements: written.movements.map((movement) => ({ ...movement, _id: newId('mov'), sku, created_at: at })),
  };
}
