import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DELIVERED, DELIVERED_TYPES, ERRORS, isVersioned, OPERATIONS, SHARED_ERRORS } from '@fulfilment/contracts';
import { openApiDocument } from '../index.ts';
import { SAMPLE_DELIVERIES } from '../samples/events.ts';
import { errorCodesOf, templateOf } from './operations.ts';
import { nodesOf } from './nodes.fixture.ts';

const document = openApiDocument({ publicUrl: 'http://localhost:8080' });
const nodes = nodesOf(document);

/** Checks values against the document's own schemas, as the end-to-end tests do. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'openapi' });

describe('the OpenAPI document', () => {
  test('every reference in it resolves', () => {
    const references = nodes.filter(({ path }) => path.endsWith('/$ref')).map(({ value }) => String(value));

    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
  });

  test('every schema in it is a JSON Schema of 2020-12', () => {
    const schemas = nodes.filter(({ path }) => path.endsWith('/schema') || /^#\/components\/schemas\/\w+$/.test(path));

    expect(schemas.length).toBeGreaterThan(50);
    expect(schemas.filter(({ value }) => !ajv.validateSchema(isObject(value) ? value : {})).map(({ path }) => path)).toEqual([]);
  });

  test('operation ids are unique, and every parameter of a path is described', () => {
    const ids = nodes.filter(({ path }) => path.endsWith('/operationId')).map(({ value }) => value);

    expect(new Set(ids).size).toBe(OPERATIONS.length + DELIVERED_TYPES.length);
    for (const operation of OPERATIONS) {
      const asked = [...templateOf(operation).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = parametersOf(operation.id).filter((parameter) => parameter['in'] === 'path');
      expect(described.map((parameter) => [parameter['name'], parameter['required']])).toEqual(asked.map((name) => [name, true]));
    }
  });

  test('a component is in it because something refers to it', () => {
    const text = JSON.stringify(document);
    const unused = nodes
      .filter(({ path }) => /^#\/components\/(schemas|responses|headers|parameters)\/[\w-]+$/.test(path))
      .filter(({ path }) => !text.includes(`"${path}"`));

    expect(unused.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(OPERATIONS.map((operation) => ({ id: operation.id, operation })))('$id', ({ operation }) => {
  const responses = responsesOf(operation.id);

  test('has its replies and a problem for each code it can refuse with, and no other', () => {
    const unchanged = operation.method === 'GET' && isVersioned(operation.replies[200]?.body ?? z.never()) ? ['304'] : [];
    const refusals = errorCodesOf(operation).map((code) => String(ERRORS[code].status));
    const statuses = [...Object.keys(operation.replies), ...unchanged, ...refusals];

    expect(Object.keys(responses).toSorted()).toEqual([...new Set(statuses)].toSorted());
    for (const code of [...SHARED_ERRORS, ...operation.errors])
      expect(JSON.stringify(resolved(responses[ERRORS[code].status]))).toContain(`"${code}"`);
  });

  test('has the request id and the rate limits on every response', () => {
    const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    for (const response of Object.values(responses))
      expect(Object.keys(member(resolved(response), 'headers'))).toEqual(expect.arrayContaining(always));
  });

  test('names the permission it needs', () => {
    const { 'x-permission': named = null, security } = operationNode(operation.id);

    expect({ named, security }).toEqual({ named: operation.permission, security: [{ apiKey: [] }, { session: [] }] });
  });
});

describe('examples', () => {
  test('each is what its schema says', () => {
    const schemas = nodes.filter(({ path }) => /^#\/components\/schemas\/\w+\/examples\/\d+$/.test(path));

    expect(schemas.length).toBeGreaterThan(10);
    for (const { path, value } of schemas) expectValid(path.replace(/\/examples\/\d+$/, ''), value);
  });

  test.each(DELIVERED_TYPES)('the sample of %s is such an event', (type) => {
    const name = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));

    expect(DELIVERED[type].schema.parse(SAMPLE_DELIVERIES[type])).toEqual(SAMPLE_DELIVERIES[type]);
    expectValid(`#/components/schemas/${name.join('')}`, SAMPLE_DELIVERIES[type]);
  });

  test('a record that is not as the document says is found', () => {
    const check = ajv.compile({ $ref: 'openapi#/components/schemas/Sku' });
    const [sample] = ajvExamples('Sku');

    expect(check(sample)).toBe(true);
    expect(check({ ...sample, on_hand: '100' })).toBe(false);
    expect(check({ ...sample, created_at: 'yesterday' })).toBe(false);
  });
});

function expectValid(reference: string, value: unknown): void {
  const check = ajv.compile({ $ref: `openapi${reference}` });
  check(value);
  expect({ reference, errors: check.errors }).toEqual({ reference, errors: null });
}

function ajvExamples(name: string): Record<string, unknown>[] {
  const { examples } = member(document.components.schemas, name);
  return Array.isArray(examples) ? examples.filter(isObject) : [];
}

function operationNode(id: string): Record<string, unknown> {
  const found = nodes.find(({ path, value }) => path.startsWith('#/paths/') && isObject(value) && value['operationId'] === id);
  return isObject(found?.value) ? found.value : {};
}

function responsesOf(id: string): Record<string, unknown> {
  return member(operationNode(id), 'responses');
}

function parametersOf(id: string): Record<string, unknown>[] {
  const { parameters } = operationNode(id);
  return Array.isArray(parameters) ? parameters.map(resolved) : [];
}

function resolved(node: unknown): Record<string, unknown> {
  if (!isObject(node)) return {};
  const target = typeof node['$ref'] === 'string' ? at(node['$ref']) : node;
  return isObject(target) ? target : {};
}

function member(node: object, name: string): Record<string, unknown> {
  const inner: unknown = Object.entries(node).find(([key]) => key === name)?.[1];
  return isObject(inner) ? inner : {};
}

function at(pointer: string): unknown {
  return nodes.find(({ path }) => path === pointer)?.value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
