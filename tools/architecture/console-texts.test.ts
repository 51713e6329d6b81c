import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../apps/console/src');
/** Attributes whose text readers see or hear. */
const SHOWN: ReadonlySet<string> = new Set(['title', 'label', 'aria-label', 'placeholder', 'alt', 'description', 'hint', 'lead']);
/** Names of things, which no language translates, by the file that shows them. */
const NAMES: readonly string[] = [
  'pages/webhooks/form/filter-builder.tsx: { "data": { "location": [{ "prefix": "A3/" }] } }',
  'pages/webhooks/form/filter-builder.tsx: data.location',
];

/** The texts that a file has in its markup, in place of a catalogue's. */
function textsIn(file: string, code: string): readonly string[] {
  const found: string[] = [];
  const visitor = new Visitor({
    JSXText: ({ value }) => {
      if (/\p{L}{2}/u.test(value)) found.push(value.trim());
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || value?.type !== 'Literal' || typeof value.value !== 'string') return;
      if (SHOWN.has(name.name) && /\p{L}{2}/u.test(value.value)) found.push(value.value);
    },
  });
  visitor.visit(parseSync(file, code).program);
  return found;
}

test('a text in the markup, or in an attribute that is shown, is found', () => {
  const code = 'const Part = () => <p title="Open orders" className="wide" role="note"> {n} orders · </p>;';

  expect(textsIn('part.tsx', code)).toEqual(['Open orders', 'orders ·']);
});

test('the console takes every text from a catalogue, so that it can be translated', () => {
  const own = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) =>
    textsIn(file, readFileSync(join(SOURCES, file), 'utf8')).map((text) => `${file}: ${text}`),
  );

  expect(own.filter((each) => !NAMES.includes(each))).toEqual([]);
});
