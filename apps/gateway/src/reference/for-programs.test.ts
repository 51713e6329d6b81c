import { accountApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentsForPrograms } from './for-programs.ts';
import { guideRenderings } from './guides.ts';

const PUBLIC_URL = 'https://api.example.com';
const apiDocuments = {
  '/openapi': () => openApiDocument({ publicUrl: PUBLIC_URL }),
  '/account/openapi': () => accountApiDocument({ publicUrl: PUBLIC_URL }),
};
const guides = guideRenderings(PUBLIC_URL);
const paths = Object.keys(guides);
const documents = documentsForPrograms(guides, apiDocuments, PUBLIC_URL);

function textOf(path: string): string {
  const document = documents[path]?.();
  if (!document || !('text' in document)) throw new Error(`nothing is served at ${path}`);
  return document.text;
}

test.each(Object.entries(apiDocuments))('%s.yaml says what the document says', (path, make) => {
  expect(parse(textOf(`${path}.yaml`))).toEqual(JSON.parse(JSON.stringify(make())));
});

test('llms.txt leads to the Markdown of each guide, by its group, with a sentence about it', () => {
  const text = textOf('/llms.txt');
  const led = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, url = '']) => url.slice(PUBLIC_URL.length));

  expect(text).toMatch(/^# Inventory & Order Fulfilment\n\n> /);
  expect(led).toEqual([...paths.map((path) => `${path}.md`), '/openapi.json', '/account/openapi.json']);
  expect(led.filter((path) => path.endsWith('.md') && textOf(path) === '')).toEqual([]);
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toContain('Orders and stock');
});

test('the sitemap has the address of every page, and robots.txt leads to it', () => {
  const listed = [...textOf('/sitemap.xml').matchAll(/<loc>https:\/\/api\.example\.com([^<]*)<\/loc>/g)].map(([, path]) => path);

  expect(listed).toEqual(['/docs', '/docs/account', '/docs/errors', '/docs/events', ...paths]);
  expect(textOf('/robots.txt')).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml\n`);
});
