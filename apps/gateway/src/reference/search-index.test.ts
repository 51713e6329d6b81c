import MiniSearch, { type AsPlainObject } from 'minisearch';
import { expect, test } from 'vitest';
import { guideRenderings, renderAll } from './guides.ts';
import { type SEARCH_OPTIONS, searchIndex } from './search-index.ts';

const { options, index }: { options: typeof SEARCH_OPTIONS; index: AsPlainObject } = JSON.parse(
  searchIndex(renderAll(guideRenderings('https://api.example.com'))),
);
const search = MiniSearch.loadJS(index, {
  ...options,
  fields: [...options.fields],
  storeFields: [...options.storeFields],
});

/** Addresses of the first results. */
const found = (query: string): readonly string[] =>
  search
    .search(query)
    .slice(0, 5)
    .map(({ id }) => String(id));

test.each([
  ['insufficient_stock', '/docs/errors#insufficient_stock'],
  ['insuficient stok', '/docs/errors#insufficient_stock'],
  ['order.shipped', '/docs/events#order.shipped'],
  ['shipOrder', '/docs/reference/orders#shipOrder'],
  ['rotate secret', '/docs/reference/account/webhooks#rotateWebhookSecret'],
  ['/v1/orders/{id}/ship', '/docs/reference/orders#shipOrder'],
  ['backorder', '/docs/placing-orders#backorders'],
  ['verify', '/docs/receiving-webhooks#verify-first'],
  ['duplicates', '/docs/catching-up'],
  ['single sign', '/docs/single-sign-on'],
  ['pagination', '/docs/pagination'],
  ['SDK', '/docs/client-libraries'],
  ['quickstart', '/docs/getting-started'],
  ['CORS', '/docs/authentication'],
  ['proxy', '/docs/authentication'],
  ['time zone', '/docs/getting-started'],
  ['changelog', '/docs/changelog'],
  ['bulk import', '/docs/moving-inventory-by-file'],
  ['authentication', '/docs/authentication'],
  ['idempotency', '/docs/handling-errors'],
  ['throttling', '/docs/rate-limits'],
  ['backoff', '/docs/handling-errors'],
  ['mock', '/docs/testing'],
  ['retries', '/docs/handling-errors#retries'],
  ['spreadsheet', '/docs/moving-inventory-by-file#spreadsheets'],
  ['nodejs', '/docs/client-library-node'],
  ['golang', '/docs/client-library-go'],
  ['externally managed', '/docs/client-library-python'],
  ['test webhook locally', '/docs/command-line'],
  ['ngrok', '/docs/command-line'],
  ['create product', '/docs/changing-stock'],
  ['stock level', '/docs/changing-stock'],
  ['place order', '/docs/placing-orders'],
  ['ship an order', '/docs/placing-orders'],
  ['resume feed', '/docs/catching-up'],
  ['permission denied', '/docs/authentication'],
  ['clock', '/docs/receiving-webhooks'],
])('%s is found', (query, address) => {
  expect(found(query)).toContain(address);
});

test('what is nowhere is not found', () => {
  expect(found('zeppelin')).toEqual([]);
});
