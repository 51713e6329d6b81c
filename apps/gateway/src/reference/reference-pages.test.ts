import { accountApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { ACCOUNT_OPERATIONS, OPERATIONS, pathOf } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { renderAll } from './guides.ts';
import { referenceRenderings } from './reference-pages.ts';
import { SUBJECTS } from './subjects-of-contract.ts';

const PUBLIC_URL = 'https://api.example.test';
const documents = {
  records: () => openApiDocument({ publicUrl: PUBLIC_URL }),
  account: () => accountApiDocument({ publicUrl: PUBLIC_URL }),
};
const pages = new Map(renderAll(referenceRenderings(documents, PUBLIC_URL)).map((page) => [page.path, page]));

/** The section of an operation, as HTML. */
function sectionOf(path: string, id: string): string {
  const sections = pages.get(path)?.page.split('<h2 id="') ?? [];
  return sections.find((section) => section.startsWith(`${id}">`)) ?? '';
}

const operations = SUBJECTS.flatMap(({ path, operations: own }) => own.map((operation) => ({ path, operation })));

test('every operation of both APIs has a section on the page of its subject, with its address, code, answers and errors', () => {
  expect(operations.map(({ operation }) => operation.id).toSorted()).toEqual(
    [...OPERATIONS, ...ACCOUNT_OPERATIONS].map(({ id }) => id).toSorted(),
  );
  const lacking = operations.filter(({ path, operation }) => {
    const section = sectionOf(path, operation.id);
    const parts = [
      `>${operation.summary}</h2>`,
      `${operation.method} ${pathOf(operation)}`,
      'curl ',
      '/docs/errors#',
      '<td>401</td>',
      'Answers',
    ];
    return parts.some((part) => !section.includes(part));
  });

  expect(lacking.filter(({ operation }) => operation.path !== '/sign-in-methods').map(({ operation }) => operation.id)).toEqual(
    [],
  );
});

test('an operation that a key may call has code in six languages as tabs, with the address of the system', () => {
  const section = sectionOf('/docs/reference/orders', 'createOrder');
  const titles = [...section.matchAll(/<label for="[^"]+">([^<]+)<\/label>/g)].map(([, title]) => title);

  expect(titles).toEqual(['curl', 'Node', 'Python', 'Ruby', 'Go', 'fulfil']);
  expect(section.match(/<input type="radio"[^>]* checked>/g)).toHaveLength(1);
  expect(section).toContain(`${PUBLIC_URL}/v1/orders`);
  expect(section).not.toContain('localhost');
});

test('fields of a body are told with their types, bounds and meanings, those of nested objects under their path', () => {
  const { markdown = '' } = pages.get('/docs/reference/orders') ?? {};
  const body = markdown.slice(markdown.indexOf('## Create an order'), markdown.indexOf('## Retrieve one order'));

  expect(body).toMatch(/^\| `lines` \| list of objects, required \| /m);
  expect(body).toMatch(/^\| `lines\[\]\.sku` \| string, .*required \| \S/m);
  expect(body).toMatch(/^\| `lines\[\]\.quantity` \| integer, 1 to [\d]+, required \| \S/m);
  expect(markdown).toMatch(/^### Order\n\n\| field \| type \| meaning \|/m);
});
