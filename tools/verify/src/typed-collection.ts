import type { ProcessName } from '@fulfilment/contracts';
import { z } from 'zod';
import type { Source } from './look.ts';

/** A stored value as the driver returns it. */
type Read<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? Read<Item>[]
    : T extends object
      ? { -readonly [Name in keyof T]: Read<T[Name]> }
      : T;

/** A field of a document, or of any member of a union of documents; `id` is `_id`, `unknown` is no field. */
type Field<Stored, Name> = Name extends 'id'
  ? Field<Stored, '_id'>
  : Name extends (Stored extends unknown ? keyof Stored : never)
    ? Stored extends unknown
      ? Name extends keyof Stored
        ? Stored[Name]
        : undefined
      : never
    : unknown;

type Reads<Shape, Stored> = {
  readonly [Name in keyof Shape]: Read<Field<Stored, Name>> extends z.input<Shape[Name]>
    ? unknown
    : { readonly isNotStoredAs: Read<Field<Stored, Name>> };
};

/** Declares the fields that are read of a collection. It compiles only if they read every document that `Stored` allows. */
export function typedCollection<Stored>(store: ProcessName, collection: string, also?: string) {
  return <Shape extends z.ZodRawShape>(shape: Shape & Reads<Shape, Stored>): Source<z.ZodObject<Shape>> => ({
    store,
    collection,
    also,
    schema: z.object<Shape>(shape),
  });
}
