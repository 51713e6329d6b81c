import { DELIVERED_TYPES, ERRORS, OPERATIONS } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { publishedDocuments } from './published-pages.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { escapeHtml, sentence } from './html.ts';

const documents = publishedDocuments('http://localhost:8080');
const pages = Object.entries(documents).flatMap(([path, document]) =>
  document.type.startsWith('text/html') && 'text' in document ? [{ path, text: document.text }] : [],
);

describe('every page', () => {
  test('is there with and without a slash at its end', () => {
    const paths = pages.map(({ path }) => path);

    expect(paths.toSorted()).toEqual(['/docs', '/docs/', '/docs/errors', '/docs/errors/', '/docs/events', '/docs/events/']);
  });

  test.each(pages)('$path links only to what is published, and loads nothing from elsewhere', ({ text }) => {
    const targets = [...text.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
    const own = targets.filter((target) => target !== 'data:,' && !target.startsWith('#'));

    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((target) => documents[target.split('#')[0] ?? ''] === undefined)).toEqual([]);
  });

  test.each(pages)('$path has nothing inline that its policy would stop', ({ text }) => {
    expect(text).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=/);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });
});

test('every code has an anchor of its own, with what to do', () => {
  const anchors = [...errorsPage().matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);

  expect(anchors).toEqual(Object.keys(ERRORS));
  expect(errorsPage().match(/What to do:/g)).toHaveLength(anchors.length);
});

test('a code leads to each operation that gives it, as the reference names it', () => {
  const [, article = ''] = /<article id="sku_exists">(.*?)<\/article>/s.exec(errorsPage()) ?? [];
  const links = [...article.matchAll(/href="\/docs#\/inventory\/(\w+)"/g)].map(([, id]) => id);

  expect(links).toEqual(OPERATIONS.filter(({ errors }) => errors.includes('sku_exists')).map(({ id }) => id));
  expect(links).toContain('createSku');
});

test('every event has an anchor of its own', () => {
  const anchors = [...eventsPage().matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);

  expect(anchors).toEqual([...DELIVERED_TYPES]);
});

test('text stands for itself, and what is between backticks is code', () => {
  expect(escapeHtml('<a href="x">&')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;');
  expect(sentence('`Authorization: Bearer <API_KEY>` & more')).toBe(
    '<code>Authorization: Bearer &lt;API_KEY&gt;</code> &amp; more',
  );
});
