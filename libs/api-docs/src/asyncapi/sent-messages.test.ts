import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TOPIC_SPECS } from '../index.ts';

const GOLDEN = join(import.meta.dirname, '../..', 'golden');
const message = z.looseObject({ type: z.string() });

/** Lines as they are: a schema that read one would move its members. */
function sentOn(topic: string) {
  const lines = readFileSync(join(GOLDEN, `${topic}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => ({ line, type: message.parse(JSON.parse(line)).type }));
}

const SENT = TOPIC_SPECS.flatMap(({ topic, messages }) =>
  messages.map(({ type, schema, sample }) => ({
    what: `${topic} ${type}`,
    lines: sentOn(topic).flatMap((each) => (each.type === type ? [each.line] : [])),
    schema,
    sample,
  })),
);

test('every line is a message of a type that is still known', () => {
  const all = TOPIC_SPECS.flatMap(({ topic }) => sentOn(topic));

  expect(SENT.flatMap(({ lines }) => lines)).toHaveLength(all.length);
});

describe.each(SENT)('$what', ({ lines, schema, sample }) => {
  const sent = lines.map((line): unknown => JSON.parse(line));

  test('every version that was ever sent is taken, as it is', () => {
    for (const each of sent) expect(schema.parse(each)).toEqual(each);
  });

  test('what is sent today is the newest of them (npm run generate)', () => {
    expect(lines.at(-1)).toBe(JSON.stringify(sample));
  });

  test('nothing that was ever sent is gone', () => {
    const today = new Set(pathsIn(sample));
    for (const each of sent) expect([...pathsIn(each)].filter((path) => !today.has(path))).toEqual([]);
  });

  test('is taken by who knows less than is sent: every object in it may have gained members', () => {
    expect(schema.safeParse(grown(sample)).error?.issues ?? []).toEqual([]);
  });
});

/** Every member at any depth; what stands in a list stands there as one. */
function* pathsIn(value: unknown, path = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const here = `${path}/${Array.isArray(value) ? '*' : name}`;
    yield here;
    yield* pathsIn(inner, here);
  }
}

/** As a later version may send it. Pairs of the caller's own gain nothing: they are the caller's. */
function grown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => grown(item));
  if (typeof value !== 'object' || value === null || name === 'metadata') return value;
  const members = Object.entries(value).map(([member, inner]: [string, unknown]) => [member, grown(inner, member)]);
  return { ...Object.fromEntries(members), gained_later: { by: 'the next version' } };
}
