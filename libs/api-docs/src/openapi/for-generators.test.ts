import { describe, expect, test } from 'vitest';
import { accountApiDocument, openApiDocument } from '../index.ts';
import { nodesOf } from './nodes.fixture.ts';

const options = { publicUrl: 'http://localhost:8080' };
const DOCUMENTS = [
  { base: '/v1', document: openApiDocument(options) },
  { base: '/account/v1', document: accountApiDocument(options) },
];

/** Values that are no schema, though they may look like one. */
const DATA = /\/(examples?|default|mapping)(\/|$)/;
/** Conditions on what is declared elsewhere: nothing is generated from them. */
const CONDITION = /\/(if|then|else|not)(\/|$)/;

const hasValues = (schema: Record<string, unknown>): boolean => 'const' in schema || Array.isArray(schema['enum']);

// What generators of clients stumble over in a document.
describe.each(DOCUMENTS)('$base', ({ document }) => {
  const schemas = nodesOf(document).flatMap(({ path, value }) =>
    !DATA.test(path) && isObject(value) ? [{ path, schema: value }] : [],
  );
  const pathsOf = (faulty: (schema: Record<string, unknown>, path: string) => boolean): string[] =>
    schemas.filter(({ schema, path }) => faulty(schema, path)).map(({ path }) => path);

  test('a time has no pattern, which its parsed value would be held against', () => {
    expect(pathsOf(({ format }) => format === 'date-time').length).toBeGreaterThan(15);
    expect(pathsOf(({ format, pattern }) => format === 'date-time' && pattern !== undefined)).toEqual([]);
  });

  test('what has fixed values has a type', () => {
    expect(pathsOf(hasValues).length).toBeGreaterThan(15);
    expect(pathsOf((schema) => hasValues(schema) && typeof schema['type'] !== 'string')).toEqual([]);
  });

  test('a list has one schema for all its items', () => {
    expect(pathsOf(({ prefixItems, items }) => prefixItems !== undefined || typeof items === 'boolean')).toEqual([]);
  });

  test('every object has a name', () => {
    const named = /^#\/components\/schemas\/\w+$/;
    const objects = pathsOf(({ properties, type }, path) => isObject(properties) && type === 'object' && !CONDITION.test(path));

    expect(objects.length).toBeGreaterThan(40);
    expect(objects.filter((path) => !named.test(path))).toEqual([]);
  });

  test('no two names stand for one shape', () => {
    const shapes = Object.entries(document.components.schemas).map(([name, schema]) => ({ name, text: withoutProse(schema) }));
    const same = [...Map.groupBy(shapes, ({ text }) => text).values()].filter(({ length }) => length > 1);

    expect(same.map((each) => each.map(({ name }) => name))).toEqual([]);
  });

  test('of the values in an answer none is the last: only what tells the members of a union apart is fixed', () => {
    const answered = answeredSchemas(document);
    const closed = answered.flatMap((name) =>
      pathsOf((schema, path) => {
        const isOf = path.startsWith(`#/components/schemas/${name}/`) && !path.endsWith('/properties');
        return isOf && (Array.isArray(schema['enum']) || ('const' in schema && !/\/properties\/(type|test)$/.test(path)));
      }),
    );
    const bounded = answered.flatMap((name) =>
      pathsOf((schema, path) => path.startsWith(`#/components/schemas/${name}/`) && typeof schema['pattern'] === 'string'),
    );

    expect(answered.length).toBeGreaterThan(20);
    expect({ closed, bounded }).toEqual({ closed: [], bounded: [] });
  });

  test('a problem has no member that is not declared', () => {
    const problems = nodesOf(document).filter(({ path }) => /problem\+json\/examples\/\w+\/value$/.test(path));
    const undeclared = problems.flatMap(({ value }) => [
      ...undeclaredIn(value, 'Problem'),
      ...listOf(entriesOf(value)['errors']).flatMap((item) => undeclaredIn(item, 'ProblemItem')),
    ]);

    expect(problems.length).toBeGreaterThan(50);
    expect([...new Set(undeclared)]).toEqual([]);
  });

  function undeclaredIn(value: unknown, name: string): string[] {
    const declared = entriesOf(entriesOf(entriesOf(document.components.schemas)[name])['properties']);
    return Object.keys(entriesOf(value)).flatMap((member) => (member in declared ? [] : [`${name}.${member}`]));
  }
});

test('an event has a discriminator for each known type, and a fall-back for those of later versions', () => {
  const { Event: event } = entriesOf(openApiDocument(options).components.schemas);
  const { anyOf, discriminator } = entriesOf(event);
  const { propertyName, mapping } = entriesOf(discriminator);
  const references = listOf(anyOf).map((each) => entriesOf(each)['$ref']);

  expect(propertyName).toBe('type');
  expect(Object.values(entriesOf(mapping))).toEqual(references.slice(0, -1));
  expect(references.at(-1)).toBe('#/components/schemas/OtherEvent');
});

/** Names of the schemas that some answer has, through all references. */
function answeredSchemas(document: ReturnType<typeof openApiDocument>): readonly string[] {
  const nodes = nodesOf(document);
  const referred = (under: RegExp): string[] =>
    nodes.flatMap(({ path, value }) =>
      under.test(path) && path.endsWith('/$ref') ? [String(value).split('/').at(-1) ?? ''] : [],
    );
  const known = new Set(referred(/^#\/(paths\/.*\/responses|components\/responses|webhooks\/.*\/requestBody)\//));
  for (const name of known) for (const each of referred(new RegExp(`^#/components/schemas/${name}/`))) known.add(each);
  return [...known].filter((name) => name in document.components.schemas);
}

/** A schema as it is for a generator: without its descriptions and examples. */
function withoutProse(schema: unknown): string {
  return JSON.stringify(schema, (name, value: unknown) => (name === 'description' || name === 'examples' ? undefined : value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
