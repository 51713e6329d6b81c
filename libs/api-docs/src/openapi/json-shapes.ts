/** A JSON object that is being put together. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The fields of a JSON Schema without a description, at any depth. A field says its meaning where its schema is declared.
 *
 * @returns `items.sku` for a field `sku` in a field `items`.
 */
export function silentFields(shape: object): readonly string[] {
  return Object.entries(shape).flatMap(([name, inner]: [string, unknown]) => {
    if (!isObject(inner) || isNoSchema(name)) return [];
    if (name !== 'properties') return silentFields(inner);
    return Object.entries(inner).flatMap(([field, member]: [string, unknown]) => {
      if (!isObject(member)) return [];
      return [...('description' in member ? [] : [field]), ...silentFields(member).map((deeper) => `${field}.${deeper}`)];
    });
  });
}

/** The same shape. @throws Error that names each field of it without a description. */
export function withMeanings<Shape extends object>(component: string, shape: Shape): Shape {
  const silent = silentFields(shape).map((field) => `${component}.${field}`);
  if (silent.length > 0) throw new Error(`Fields without a meaning, whose schemas need .describe(): ${silent.join(', ')}`);
  return shape;
}

/** Members of a schema that hold values of its own kind, or rules about fields that are described elsewhere in it. */
function isNoSchema(name: string): boolean {
  return ['examples', 'default', 'enum', 'const', 'if', 'then', 'else'].includes(name);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

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
