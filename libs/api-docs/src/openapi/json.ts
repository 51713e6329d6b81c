/** A JSON object that is being put together. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The same object with every `$ref` in it, at any depth, passed through `move`. */
export function moveRefs(object: object, move: (ref: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, inner]: [string, unknown]) => [
      name,
      name === '$ref' && typeof inner === 'string' ? move(inner) : moveWithin(inner, move),
    ]),
  );
}

function moveWithin(value: unknown, move: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => moveWithin(item, move));
  return typeof value === 'object' && value !== null ? moveRefs(value, move) : value;
}
