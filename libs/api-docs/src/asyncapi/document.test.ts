import specifications from '@asyncapi/specs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { DELIVERED_TYPES, EVENT_TYPES, TOPICS } from '@fulfilment/contracts';
import { asyncApiDocument, TOPIC_SPECS } from '../index.ts';

const document = asyncApiDocument({ publicUrl: 'http://localhost:8080' });
const nodes = [...walk(document, '#')];
const { messages } = document.components;

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'asyncapi', ...document });

function faults(schema: object, value: unknown): unknown {
  const check = ajv.compile(schema);
  return check(value) ? [] : check.errors;
}

describe('the AsyncAPI document', () => {
  test('is one, as the specification has it', () => {
    const specification: unknown = specifications.schemas['3.0.0'];
    const checker = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false, validateFormats: false });
    const check = checker.compile(isObject(specification) ? specification : {});

    check(document);
    expect(check.errors).toBeNull();
    expect(check({ ...document, channels: { broken: { messages: 7 } } })).toBe(false);
  });

  test('every reference in it resolves', () => {
    const references = nodes.filter(({ path }) => path.endsWith('/$ref')).map(({ value }) => String(value));
    const known = new Set(nodes.map(({ path }) => path));

    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((reference) => !known.has(reference))).toEqual([]);
  });

  test('a component is in it because something refers to it', () => {
    const text = JSON.stringify(document);
    const components = nodes.filter(({ path }) => /^#\/components\/(schemas|messages)\/\w+$/.test(path));

    expect(components.length).toBeGreaterThan(20);
    expect(components.filter(({ path }) => !text.includes(`"${path}"`)).map(({ path }) => path)).toEqual([]);
  });

  test('every schema in it is one of draft 07', () => {
    const schemas = nodes.filter(({ path }) => /^#\/components\/(schemas\/\w+|messages\/\w+\/headers)$/.test(path));

    expect(schemas.filter(({ value }) => !ajv.validateSchema(isObject(value) ? value : {})).map(({ path }) => path)).toEqual([]);
  });
});

test('every topic is a channel, with its dead letters beside it', () => {
  const addresses = Object.values(document.channels).map((channel) => (isObject(channel) ? channel['address'] : undefined));
  const topics = Object.values(TOPICS);

  expect(new Set(addresses)).toEqual(new Set([...topics, ...topics.map((topic) => `${topic}.dlq`), null]));
});

test('every type of event is on one topic, and is delivered to subscribers', () => {
  const told = TOPIC_SPECS.flatMap((spec) => spec.messages.map(({ type }) => type)).filter((type) => type.includes('.'));
  const { webhook } = document.channels;
  const delivered = isObject(webhook) && isObject(webhook['messages']) ? Object.keys(webhook['messages']) : [];

  expect(told.toSorted()).toEqual(EVENT_TYPES.toSorted());
  expect(delivered).toHaveLength(DELIVERED_TYPES.length);
});

test.each(Object.entries(messages).filter(([name]) => name !== 'DeadLetter'))(
  'the example of %s is what its schema says',
  (name, message) => {
    const [example] = isObject(message) && Array.isArray(message['examples']) ? message['examples'] : [];

    expect(faults({ $ref: `asyncapi#/components/messages/${name}/payload` }, example?.payload)).toEqual([]);
    expect(faults({ $ref: `asyncapi#/components/messages/${name}/payload` }, { ...example?.payload, type: 7 })).not.toEqual([]);
  },
);

function* walk(value: unknown, path: string): Generator<{ readonly path: string; readonly value: unknown }> {
  yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    yield* walk(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
