import { ACCOUNT_OPERATIONS, DELIVERED_TYPES, ERRORS, OPERATIONS } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { escapeHtml, sentence } from './layout.ts';
import { errorsPage, eventsPage, pathOfOperation } from './pages.ts';
import { documentRenderings } from './published-documents.ts';
import { NOT_FOUND } from './send-document.ts';

const renderings = documentRenderings('http://localhost:8080');
const documents = Object.fromEntries(Object.entries(renderings).map(([path, render]) => [path, render()]));
const pages = Object.entries(documents).flatMap(([path, document]) =>
  document.type.startsWith('text/html') && 'text' in document && path !== NOT_FOUND ? [{ path, text: document.text }] : [],
);

/** Every place that a link may lead to: documents, anchors of pages, operations of a reference. */
const places = new Set([
  ...Object.keys(documents),
  '/downloads',
  ...pages.flatMap(({ path, text }) => [...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => `${path}#${id}`)),
  ...[...OPERATIONS, ...ACCOUNT_OPERATIONS].map(pathOfOperation),
]);

test('every guide that an OpenAPI document leads to has the page and the heading', () => {
  const texts = ['/openapi.json', '/account/openapi.json', '/asyncapi.json'].map((path) => {
    const document = documents[path];
    return document && 'text' in document ? document.text : '';
  });
  const led = texts.flatMap((text) =>
    [...text.matchAll(/http:\/\/localhost:8080(\/docs[^")\\]*)/g)].map(([, place = '']) => place),
  );

  expect(led.length).toBeGreaterThan(100);
  expect(led.filter((place) => !places.has(place))).toEqual([]);
});

const descriptionOf = (page: string): string => /<meta name="description" content="([^"]{20,300})">/.exec(page)?.[1] ?? '';

describe('every page', () => {
  test('is served with and without a trailing slash', () => {
    const paths = pages.map(({ path }) => path);

    expect(paths).toEqual(expect.arrayContaining(['/docs', '/docs/account', '/docs/errors', '/docs/events', '/docs/webhooks']));
    expect(paths.filter((path) => !path.endsWith('/')).map((path) => `${path}/`)).toEqual(
      paths.filter((path) => path.endsWith('/')),
    );
  });

  test.each(pages)('$path links only to places that there are, and loads nothing from other origins', ({ path, text }) => {
    const links = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, target = '']) => target);
    const loaded = [...text.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
    const own = links
      .filter((target) => !target.startsWith('https://'))
      .map((target) => (target.startsWith('#') ? path + target : target));

    expect(own.length).toBeGreaterThan(15);
    expect(own.filter((target) => !places.has(target))).toEqual([]);
    expect(loaded.filter((target) => target !== 'data:,' && documents[target] === undefined)).toEqual([]);
  });

  test.each(pages)('$path has no inline script or style, which its policy would block', ({ text }) => {
    expect(text).not.toMatch(/<script>|<style|\sstyle=|<[^>]+\son[a-z]+=/);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  test.each(pages)('$path says in a sentence of its own what it is about', ({ path, text }) => {
    const others = pages.filter((page) => page.path.replace(/\/$/, '') !== path.replace(/\/$/, ''));

    expect(descriptionOf(text)).not.toBe('');
    expect(others.map((page) => descriptionOf(page.text))).not.toContain(descriptionOf(text));
  });

  test.each(pages)('$path names each anchor once, and the page that it is in the navigation', ({ path, text }) => {
    const ids = [...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);

    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(text).toContain(`<a href="${path.replace(/\/$/, '')}" aria-current="page">`);
  });
});

test('every error code has its own anchor and a remedy', () => {
  const anchors = [...errorsPage().matchAll(/<article id="([^"]+)">/g)].map(([, id]) => id);

  expect(anchors).toEqual(Object.keys(ERRORS));
  expect(errorsPage().match(/What to do:/g)).toHaveLength(anchors.length);
});

test('an error code links to each operation that returns it', () => {
  const [, article = ''] = /<article id="sku_exists">(.*?)<\/article>/s.exec(errorsPage()) ?? [];
  const links = [...article.matchAll(/href="\/docs\/reference\/inventory#(\w+)"/g)].map(([, id]) => id);

  expect(links).toEqual(OPERATIONS.filter(({ errors }) => errors.includes('sku_exists')).map(({ id }) => id));
  expect(links).toContain('createSku');
});

test('an operation of the account is addressed in its own reference', () => {
  const [, article = ''] = /<article id="last_owner">(.*?)<\/article>/s.exec(errorsPage()) ?? [];

  expect(article).toContain('href="/docs/reference/account/members#removeMember"');
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
