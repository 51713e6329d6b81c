/** The fields travel with the value that they belong to, through every `{ ...value, changed }`, and are in no JSON and no BSON. */
const UNKNOWN = Symbol('unknown fields');

/** Every field that this release has in a stored document; one that is left out does not compile. */
export type KnownFields<Stored> = { readonly [Name in keyof Stored]-?: true };

/**
 * Gives a value the fields of its stored document that this release does not know, so that a write does not erase what a later release
 * keeps there. A copy by spreading has them too; a value that is made from its parts has none.
 *
 * @param value the value itself is returned where all fields are known.
 */
export function withUnknownFields<Value extends object>(
  value: Value,
  document: object,
  known: Readonly<Record<string, true>>,
): Value {
  let unknown: Record<string, unknown> | undefined;
  for (const name of Object.keys(document)) if (!Object.hasOwn(known, name)) (unknown ??= {})[name] = Reflect.get(document, name);
  return unknown ? { ...value, [UNKNOWN]: unknown } : value;
}

/** The fields that {@link withUnknownFields} gave a value, to be stored beside its own; nothing where there are none. */
export function unknownFieldsOf(value: object): object | undefined {
  const fields: unknown = Reflect.get(value, UNKNOWN);
  return typeof fields === 'object' && fields !== null ? fields : undefined;
}
