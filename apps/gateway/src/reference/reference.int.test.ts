import { once } from 'node:events';
import { createServer } from 'node:net';
import { GUIDES } from '@fulfilment/api-docs';
import { ACCOUNT_OPERATIONS, ERRORS } from '@fulfilment/contracts';
import { eventually, patient } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Browser, startBrowser, type Tab } from '../testing/browser.ts';
import { clientOf, expectCommonHeaders, expectProblem } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';
import { SWAGGER_UI } from './published-documents.ts';

/** The time that a browser takes to render the reference on a busy machine. */
const PATIENCE = { withinMs: 100_000, everyMs: 1_000 };

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

describe('a page', () => {
  test.each([
    '/docs',
    '/docs/',
    '/docs/account',
    '/docs/errors',
    '/docs/errors/',
    '/docs/events',
    '/docs/webhooks',
    '/docs/getting-started/',
  ])('%s needs no key, counts by address, and may load its own origin only', async (path) => {
    const answer = await clientOf(gateway)(path);

    expect(answer.status).toBe(200);
    expectCommonHeaders(answer.headers);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('that does not exist is a problem document, also below an existing one', async () => {
    for (const path of ['/docs/nothing', '/docs/errors/insufficient_stock', '/docs/..%2f', '/docs/assets'])
      expect((await clientOf(gateway)(path)).status).toBeGreaterThanOrEqual(400);
    expectProblem(await clientOf(gateway)('/docs/nothing'), 'not_found');
    expectProblem(await clientOf(gateway)('/docs', { method: 'POST', body: '{}' }), 'method_not_allowed');
  });
});

test('a browser gets a page where there is none, with its policy, and no cache keeps it', async () => {
  const answer = await clientOf(gateway)('/docs/nothing', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('vary')).toContain('Accept');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.text).toContain('<h1>Page not found</h1>');
});

test.each([
  ['/llms.txt', 'text/plain; charset=utf-8', '# Inventory & Order Fulfilment'],
  ['/docs/webhooks.md', 'text/markdown; charset=utf-8', '# Managing webhooks'],
  ['/openapi.yaml', 'application/yaml', 'openapi: 3.1'],
  ['/sitemap.xml', 'application/xml', '<?xml'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *'],
])('programs find %s', async (path, type, start) => {
  const answer = await clientOf(gateway)(path);

  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(answer.text.startsWith(start)).toBe(true);
});

test('a page from the browser’s cache keeps its policy', async () => {
  const first = await clientOf(gateway)('/docs');
  const again = await clientOf(gateway)('/docs', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });

  expect(again.status).toBe(304);
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
});

test('Swagger UI is sent compressed, and cached for good', async () => {
  const answer = await clientOf(gateway)(SWAGGER_UI.script.path);
  const etag = answer.headers.get('etag') ?? '';

  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect((await clientOf(gateway)(SWAGGER_UI.script.path, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

describe('in a browser', { timeout: patient(120_000) }, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.stop());

  test('every operation is shown, and no other host is called', async () => {
    const tab = await browser.open(`${gateway.url}/docs/`);
    await shows(tab, ['Create a SKU', '/orders/{id}/ship', 'order.shipped']);

    expect(await tab.evaluate("document.querySelectorAll('.opblock').length")).toBeGreaterThan(20);
    expectOwnRequests(tab);
  });

  test('the API of accounts is shown in the same way, with ways to the guides', async () => {
    const tab = await browser.open(`${gateway.url}/docs/account`);
    await shows(tab, ['Sign in', '/webhooks/{id}/secret/rotate', 'Guide: Managing webhooks']);

    expect(await tab.evaluate("document.querySelectorAll('.opblock').length")).toBe(ACCOUNT_OPERATIONS.length);
    expectOwnRequests(tab);
  });

  test('the search finds guides, operations, errors and events, also with a typing error, and follows the keyboard', async () => {
    const tab = await browser.open(`${gateway.url}/docs/scanning`);
    const links = async (query: string): Promise<unknown> => {
      await tab.evaluate(SEARCH(query));
      return await eventually(async () => {
        const found = await tab.evaluate("[...document.querySelectorAll('#found a')].map((link) => link.getAttribute('href'))");
        expect(found).not.toEqual([]);
        return found;
      }, PATIENCE);
    };

    expect(await links('insuficient')).toContain('/docs/errors#insufficient_stock');
    expect(await links('order.shipped')).toContain('/docs/events#order.shipped');
    expect(await links('backorders')).toContain('/docs/placing-orders#backorders');
    expect(await links('rotate secret')).toContain('/docs/reference/account/webhooks#rotateWebhookSecret');
    await tab.evaluate(PRESS('ArrowDown'));
    expect(await tab.evaluate('document.activeElement.tagName')).toBe('A');
    await tab.evaluate(PRESS('Escape'));
    expect(await tab.evaluate("[document.querySelector('#found').hidden, document.activeElement.id].join()")).toBe('true,query');
    expectOwnRequests(tab);
  });

  test('a guide fits a narrow window, has buttons that copy, and its menu opens', async () => {
    const tab = await browser.open(`${gateway.url}/docs/receiving-webhooks#javascript`, { width: 360, height: 740 });

    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await tab.evaluate("document.querySelector(':target').textContent")).toBe('JavaScript');
    expect(await tab.evaluate("document.querySelectorAll('.code button').length")).toBeGreaterThan(5);
    expect(await tab.evaluate(COVERED_CODE)).toBe(0);
    await tab.evaluate("document.querySelector('.menu').click()");
    expect(await tab.evaluate("document.querySelector('#navigation a[aria-current]').checkVisibility()")).toBe(true);
    expectOwnRequests(tab);
  });

  test('every guide can be read at 360 px without JavaScript', async () => {
    for (const name of Object.keys(GUIDES)) {
      const tab = await browser.open(`${gateway.url}/docs/${name}`, { width: 360, height: 740, withoutScripts: true });
      const text = await tab.text('main');

      expect(text.length).toBeGreaterThan(500);
      expect(await tab.text('header')).not.toContain('Search');
      expect(await tab.widthOf('main')).toBeLessThanOrEqual(360);
      expect(tab.complaints()).toEqual([]);
      await tab.close();
    }
  });

  test('a link to an operation shows its examples and errors', async () => {
    const tab = await browser.open(`${gateway.url}/docs#/orders/shipOrder`);
    await shows(tab, ['Mark the order as shipped and decrement inventory', '00340434161094042557', 'insufficient_stock']);

    expect(await tab.evaluate("document.querySelectorAll('.opblock.is-open').length")).toBe(1);
    expectOwnRequests(tab);
  });

  test('the type of a problem links to its description', async () => {
    const problem = expectProblem(await clientOf(gateway)('/v1/inventory'), 'unauthenticated');
    const { pathname, hash } = new URL(problem.type);
    const tab = await browser.open(`${gateway.url}${pathname}${hash}`);
    await shows(tab, [ERRORS.unauthenticated.title]);

    expect(await tab.evaluate("document.querySelector(':target h2').textContent")).toBe('unauthenticated');
    expectOwnRequests(tab);
  });

  test('a request can be tried out with a key, which is not stored', async () => {
    const port = await freePort();
    const env = { ...gatewayEnv(inject('engines'), upstream.url), PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const other = await startGateway(env);
    const { key } = await other.operator.key({ accountId: (await other.operator.account()).id });
    const tab = await browser.open(`${other.url}/docs#/inventory/getSku`);
    await shows(tab, ['Retrieve one SKU']);
    await tab.evaluate(ENTER_KEY(key));
    await tab.evaluate(TRY_OUT);

    await shows(tab, ['Response body', 'x-ratelimit-remaining']);
    expect(upstream.seen.at(-1)).toMatchObject({ url: '/v1/inventory/MUG-01' });
    expect(await tab.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')).toBe(
      '[{},{},""]',
    );
    expect(tab.complaints()).toEqual([]);
    await other.stop();
  });

  test('a resource of another origin is blocked, and the test sees it', async () => {
    const tab = await browser.open(`${gateway.url}/docs/errors`);
    await tab.evaluate("document.body.append(Object.assign(new Image(), { src: 'https://example.com/pixel.png' }))");

    await eventually(() => expect(tab.complaints().join()).toContain('example.com'));
  });
});

/** Blocks of code that begin above the end of their button. */
const COVERED_CODE = `[...document.querySelectorAll('.code')].filter((block) =>
  block.querySelector('code').getBoundingClientRect().top < block.querySelector('button').getBoundingClientRect().bottom).length`;
const SEARCH = (query: string): string => `{
  const field = document.querySelector('#query');
  document.querySelector('#found ol').replaceChildren();
  field.focus();
  field.value = '${query}';
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;
const PRESS = (key: string): string =>
  `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))`;

/** The steps of a person, each once the page has rendered. */
const STEPS = `
  const found = async (selector) => {
    for (;;) {
      const element = document.querySelector(selector);
      if (element) return element;
      await new Promise(requestAnimationFrame);
    }
  };
  const press = async (selector) => (await found(selector)).click();`;
const ENTER_KEY = (key: string): string => `(async () => {${STEPS}
  await press('.btn.authorize');
  const field = await found('.auth-container input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${key}');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await press('.auth-btn-wrapper .authorize');
  await press('.auth-btn-wrapper .btn-done');
})()`;
const TRY_OUT = `(async () => {${STEPS}
  await press('.opblock.is-open .try-out__btn');
  await press('.opblock.is-open .execute');
})()`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function shows(tab: Tab, texts: readonly string[]): Promise<void> {
  await eventually(async () => {
    const text = String(await tab.evaluate('document.body.innerText'));
    for (const each of texts) expect(text).toContain(each);
  }, PATIENCE);
}

function expectOwnRequests(tab: Tab): void {
  const elsewhere = tab.requests().filter((address) => !address.startsWith(`${gateway.url}/`));

  expect(tab.requests().length).toBeGreaterThan(1);
  expect(elsewhere).toEqual([]);
  expect(tab.complaints()).toEqual([]);
}
