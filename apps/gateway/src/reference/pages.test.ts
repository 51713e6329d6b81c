import { DELIVERED_TYPES, ERRORS, OPERATIONS } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { publishedDocuments } from './published-documents.ts';
import { errorsPage, escapeHtml, eventsPage, sentence } from './pages.ts';

const documents = publishedDocuments('http://localhost:8080');
const pages = Object.entries(documents).flatMap(([path, document]) =>
  document.type.startsWith('text/html') && 'text' in document ? [{ path, text: document.text }] : [],
);

describe('every page', () => {
  test('is served with and without a trailing slash', () => {
    const paths = pages.map(({ path }) => path);

    expect(paths.toSorted()).toEqual(['/docs', '/docs/', '/docs/errors', '/docs/errors/', '/docs/events', '/docs/events/']);
  });

  test.each(pages)('$path links only to published documents, and loads nothing from other origins', ({ text }) => {
    const targets = [...text.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
    const own = targets.filter((target) => target !== 'data:,' && !target.startsWith('#'));

    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((target) => documents[target.split('#')[0] ?? ''] === undefined)).toEqual([]);
  });

  test.each(pages)('$path has no inline script or style, which its policy would block', ({ text }) => {
    expect(text).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=/);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });
});

test('every error code has its own anchor and a remedy', () => {
  const anchors = [...errorsPage().matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);

  expect(anchors).toEqual(Object.keys(ERRORS));
  expect(errorsPage().match(/What to do:/g)).toHaveLength(anchors.length);
});

test('an error code links to each operation that returns it', () => {
  const [, article = ''] = /<article id="sku_exists">(.*?)<\/article>/s.exec(errorsPage()) ?? [];
  const links = [...article.matchAll(/href="\/docs#\/inventory\/(\w+)"/g)].map(([, id]) => id);

  expect(links).toEqual(OPERATIONS.filter(({ errors }) => errors.includes('sku_exists')).map(({ id }) => id));
  expect(links).toContain('createSku');
});

test('every event has its own anchor', () => {
  const anchors = [...eventsPage().matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);

  expect(anchors).toEqual([...DELIVERED_TYPES]);
});

test('text is escaped, and text between backticks becomes code', () => {
  expect(escapeHtml('<a href="x">&')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;');
  expect(sentence('`Authorization: Bearer <API_KEY>` & more')).toBe(
    '<code>Authorization: Bearer &lt;API_KEY&gt;</code> &amp; more',
  );
});
