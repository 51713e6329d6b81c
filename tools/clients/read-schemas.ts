import { isDeepStrictEqual } from 'node:util';
import { type ApiDocument, type JsonSchema, nameOfReference } from './documents.ts';
import type { Events, Schema, Type } from './model.ts';

/** The named types of the documents, one for each name. @throws Error where two documents differ in one. */
export function readSchemas(documents: readonly ApiDocument[]): readonly Schema[] {
  const found = new Map<string, Schema>();
  for (const { components } of documents)
    for (const [name, schema] of Object.entries(components.schemas)) {
      const read = schemaOf(name, schema);
      const known = found.get(name);
      if (known && !isDeepStrictEqual(known, read)) throw new Error(`the schemas of ${name} differ`);
      found.set(name, read);
    }
  return [...found.values()];
}

function schemaOf(name: string, schema: JsonSchema): Schema {
  const description = schema.description ?? '';
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return { name, description, kind: 'union', of: parts.map((part) => nameOfReference(part.$ref ?? '')) };
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => ({
    name: field,
    description: value.description ?? '',
    required: required.has(field),
    type: typeOf(value),
  }));
  return { name, description, kind: 'object', fields, open: schema.additionalProperties !== false };
}

/** @throws Error for a schema that no client library has a type for. */
export function typeOf(schema: JsonSchema): Type {
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return typeOfParts(parts);
  if (schema.$ref !== undefined) return { kind: 'named', name: nameOfReference(schema.$ref), nullable: false };
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const nullable = types.includes('null');
  return {
    ...plainType(
      schema,
      types.find((type) => type !== 'null'),
    ),
    nullable,
  };
}

/** Alternatives: one of them and null, or values that no language but JSON tells apart. */
function typeOfParts(parts: readonly JsonSchema[]): Type {
  const values = parts.filter(({ type }) => type !== 'null');
  const nullable = values.length < parts.length;
  const [only] = values;
  if (values.length === 1 && only) return { ...typeOf(only), nullable: nullable || typeOf(only).nullable };
  return { kind: 'any', nullable };
}

function plainType(schema: JsonSchema, type: string | undefined): Type {
  const nullable = false;
  if (schema.const !== undefined) return { kind: 'constant', value: schema.const, nullable };
  switch (type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: type, nullable };
    case 'array':
      return { kind: 'list', of: typeOf(schema.items ?? {}), nullable };
    case 'object':
    case undefined:
      return objectOf(schema);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function stringOf(schema: JsonSchema): Type {
  const known = schema.enum?.map(String) ?? schema['x-extensible-enum'] ?? [];
  if (known.length === 2 && known.includes('true') && known.includes('false')) return { kind: 'boolean', nullable: false };
  const open = schema['x-extensible-enum'] !== undefined;
  return { kind: 'string', known, open, time: schema.format === 'date-time', nullable: false };
}

function objectOf({ additionalProperties, type }: JsonSchema): Type {
  if (type === undefined) return { kind: 'any', nullable: false };
  const of: Type = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : { kind: 'any', nullable: false };
  return { kind: 'map', of, nullable: false };
}

/** @throws Error where the document has no union of events with a fall-back. */
export function readEvents({ components, webhooks }: ApiDocument): Events {
  const mapping = components.schemas['Event']?.discriminator?.mapping;
  const all = components.schemas['Event']?.anyOf?.map(({ $ref }) => nameOfReference($ref ?? ''));
  const types = Object.entries(mapping ?? {}).map(([type, $ref]) => ({
    type,
    schema: nameOfReference($ref),
    sample: webhooks[type]?.post.requestBody.content['application/json']?.example ?? null,
  }));
  const other = all?.find((name) => types.every(({ schema }) => schema !== name));
  if (other === undefined) throw new Error('the document has no type for other events');
  return { union: 'Event', types, other };
}
