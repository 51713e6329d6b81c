import { ACCOUNT_OPERATIONS, OPERATIONS } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { accountApiDocument, asyncApiDocument, GUIDES, openApiDocument } from './index.ts';

const options = { publicUrl: 'https://api.example.com' };
const DOCUMENTS = [
  { name: '/v1', document: openApiDocument(options), operations: OPERATIONS.length },
  { name: '/account/v1', document: accountApiDocument(options), operations: ACCOUNT_OPERATIONS.length },
];

/** Places in guides that a document leads to, `webhooks#filters`. */
function guidesIn(document: object): readonly string[] {
  const urls = JSON.stringify(document).matchAll(
    /"externalDocs":\{"description":"[^"]+","url":"https:\/\/api.example.com\/docs\/([^"]+)"/g,
  );
  return [...urls].map(([, place = '']) => place);
}

describe.each(DOCUMENTS)('the document of $name', ({ document, operations }) => {
  test('leads from the whole, from every tag and from every operation to a guide that there is', () => {
    const guides = guidesIn(document);
    const webhooks = Object.keys(document.webhooks ?? {}).length;

    expect(guides).toHaveLength(1 + document.tags.length + operations + webhooks);
    expect(guides.filter((place) => !((place.split('#')[0] ?? '') in GUIDES))).toEqual([]);
  });

  test('says in its description where to subscribe, to verify and to read of retries', () => {
    const { description } = document.info;

    for (const guide of ['webhooks', 'receiving-webhooks'])
      expect(description).toContain(`https://api.example.com/docs/${guide})`);
  });
});

test('operations about files lead to the guide of files', () => {
  expect(openApiDocument(options).paths['/inventory/import']).toMatchObject({
    post: { externalDocs: { url: 'https://api.example.com/docs/moving-inventory-by-file#importing' } },
  });
});

test('the AsyncAPI document leads to the guide of receivers', () => {
  expect(guidesIn(asyncApiDocument(options))).toEqual(['receiving-webhooks']);
});
