import { expect, test } from 'vitest';
import { loggedPath } from './index.ts';

test.each([
  ['/v1/inventory/MUG-01', '/v1/inventory/MUG-01'],
  ['/v1/inventory?q=fsk_live_abc', '/v1/inventory'],
  ['/v1/fsk_live_abcDEF123/orders', '/v1/[secret]/orders'],
  ['/fsk_sandbox_abc', '/[secret]'],
  ['/v1/orders/whsec_abc+/=?x=1', '/v1/orders/[secret]/='],
  ['/v1/inventory/fsk_', '/v1/inventory/fsk_'],
])('%s is logged as %s', (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});
