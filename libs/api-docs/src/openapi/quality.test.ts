import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_OPERATIONS, OPERATIONS } from '@fulfilment/contracts';
import { accountApiDocument, openApiDocument } from '../index.ts';
import { RECORD_EXAMPLES, REPLY_EXAMPLES } from '../samples/replies.ts';
import { type DocumentNode, nodesOf } from './nodes.fixture.ts';

const options = { publicUrl: 'http://localhost:8080' };

const DOCUMENTS = [
  { base: '/v1', document: openApiDocument(options), size: 1, lacking: { path: '~1inventory/post', body: { sku: 'MUG-01' } } },
  {
    base: '/account/v1',
    document: accountApiDocument(options),
    size: 0.15,
    lacking: { path: '~1keys/post', body: { name: 'till' } },
  },
];

/** The units of whole numbers. */
const UNITS =
  /unit|on hand|difference|_g\b|_mm\b|second|version|record|row|status|place|count|number|movement|hold|order|error|event|SKU|request/i;

describe('examples by name', () => {
  test('of replies are of replies that there are', () => {
    const operations = [...OPERATIONS, ...ACCOUNT_OPERATIONS];
    const known = operations.flatMap(({ id, replies }) => Object.keys(replies).map((status) => `${id} ${status}`));

    expect(Object.keys(REPLY_EXAMPLES).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('of records are of schemas that there are', () => {
    const schemas = DOCUMENTS.flatMap(({ document }) => Object.keys(document.components.schemas));

    expect(Object.keys(RECORD_EXAMPLES).filter((id) => !schemas.includes(id))).toEqual([]);
  });
});

describe.each(DOCUMENTS)('$base', ({ document, size, lacking }) => {
  const nodes = nodesOf(document);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });

  const matching = (pattern: RegExp): readonly DocumentNode[] => nodes.filter(({ path }) => pattern.test(path));

  /** Schemas under `reference` that allow no other field, through all references. */
  function closedBelow(reference: string, seen = new Set<string>()): string[] {
    if (seen.has(reference)) return [];
    seen.add(reference);
    const inside = nodes.filter(({ path }) => path === reference || path.startsWith(`${reference}/`));
    const closed = inside.filter(({ path, value }) => path.endsWith('/additionalProperties') && value === false);
    const references = inside.filter(({ path }) => path.endsWith('/$ref')).map(({ value }) => String(value));
    return [...closed.map(({ path }) => path), ...references.flatMap((each) => closedBelow(each, seen))];
  }

  const checks = new Map<string, ValidateFunction>();

  /** One check for all references to one schema: to make it takes most of the time. */
  function checkOf(reference: string): ValidateFunction {
    const schema = nodes.find(({ path }) => path === reference)?.value;
    const { $ref: target = reference, ...others } = entriesOf(schema);
    const pointer = Object.keys(others).length === 0 ? String(target) : reference;
    const check =
      checks.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer.replaceAll(/[{}]/g, (brace) => encodeURIComponent(brace))}` });
    checks.set(pointer, check);
    return check;
  }

  function faultsOf(reference: string, value: unknown): string[] {
    const check = checkOf(reference);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${reference} ${instancePath} ${message}`);
  }

  /** Media type objects: bodies, replies, problems. */
  const contents = matching(/\/content\/[^/]+$/);

  describe('every body and every reply', () => {
    test('has an example', () => {
      const without = contents.filter(({ value }) => !('example' in entriesOf(value)) && !('examples' in entriesOf(value)));

      expect(contents.length).toBeGreaterThan(60 * size);
      expect(without.map(({ path }) => path)).toEqual([]);
    });

    test('is as its example', () => {
      const examples = contents.flatMap(({ path, value }) => examplesOf(value).map((example) => ({ path, example })));

      expect(examples.length).toBeGreaterThan(100 * size);
      expect(examples.flatMap(({ path, example }) => faultsOf(`${path}/schema`, example))).toEqual([]);
    });

    test('a wrong example would be found', () => {
      const { path } = contents.find((content) => content.path.includes(`${lacking.path}/requestBody`)) ?? { path: '' };

      expect(faultsOf(`${path}/schema`, lacking.body)).toHaveLength(1);
    });
  });

  describe('every field', () => {
    const fields = matching(/\/properties\/[^/]+$/).filter(({ path }) => !/\/(examples?|default|if|then|else)\//.test(path));

    test('of every schema is described', () => {
      const silent = fields.filter(({ value }) => typeof entriesOf(value)['description'] !== 'string');

      expect(fields.length).toBeGreaterThan(200 * size);
      expect(silent.map(({ path }) => path)).toEqual([]);
    });

    test('and parameter and header too', () => {
      const named = matching(/\/(parameters|headers)\/[^/]+$/).filter(({ value }) => !('$ref' in entriesOf(value)));
      const silent = named.filter(({ value }) => typeof entriesOf(value)['description'] !== 'string');

      expect(named.length).toBeGreaterThan(40 * size);
      expect(silent.map(({ path }) => path)).toEqual([]);
    });

    test('that counts, weighs or measures names its unit', () => {
      const numbers = fields.filter(({ value }) => entriesOf(value)['type'] === 'integer');
      const unitless = numbers.filter(
        ({ path, value }) => !UNITS.test(`${path.split('/').at(-1)} ${String(entriesOf(value)['description'])}`),
      );

      expect(numbers.length).toBeGreaterThan(30 * size);
      expect(unitless.map(({ path, value }) => `${path}: ${String(entriesOf(value)['description'])}`)).toEqual([]);
    });
  });

  describe('what may grow', () => {
    test('answers may gain fields', () => {
      const answers = contents.filter(({ path }) => path.includes('/responses/'));
      const closed = answers.flatMap(({ path }) => closedBelow(`${path}/schema`));

      expect(answers.length).toBeGreaterThan(40 * size);
      expect([...new Set(closed)]).toEqual([]);
    });

    test('requests refuse what they do not know', () => {
      const bodies = contents.filter(({ path }) => /^#\/paths\/.*\/requestBody\/content\/application~1json$/.test(path));
      const open = bodies.filter(({ path }) =>
        faultsOf(`${path}/schema`, { no_such_field: 1 }).every((fault) => !fault.includes('additional')),
      );

      expect(bodies.length).toBeGreaterThan(8 * size);
      expect(open.map(({ path }) => path)).toEqual([]);
    });
  });
});

function examplesOf(content: unknown): unknown[] {
  const { example, examples } = entriesOf(content);
  const named = Object.values(entriesOf(examples)).map((each) => entriesOf(each)['value']);
  return example === undefined ? named : [example, ...named];
}

function entriesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
