import { expect, test } from 'vitest';
import { loggedPath } from './index.ts';

test.each([
  ['/v1/inventory/MUG-01', '/v1/inventory/MUG-01'],
  ['/v1/inventory?q=fsk_live_abc', '/v1/inventory'],
  ['/v1/fsk_live_abcDEF123/orders', '/v1/[secret]/orders'],
  ['/fsk_sandbox_abc', '/[secret]'],
  ['/v1/orders/whsec_abc+/=?x=1', '/v1/orders/[secret]/='],
  ['/v1/inventory/fsk_', '/v1/inventory/fsk_'],
  ['/v1/inventory/%66sk_sandbox_abc', '/v1/inventory/[secret]'],
  ['/v1/%66%73%6B%5flive_abc%2F', '/v1/[secret]/'],
  ['/v1/%zz%66sk_live_abc', '/v1/%zz[secret]'],
  ['/v1/9rXb2k0cS1v7T3q5LzYp8mWnAeUoHdGf4iJxKjEX-_P/x', '/v1/[secret]/x'],
  ['/v1/inventory/CAF%C3%89%201', '/v1/inventory/CAF%C3%89%201'],
  ['/v1/orders/ord_01JD8Z0000000000000000TEST/ship', '/v1/orders/ord_01JD8Z0000000000000000TEST/ship'],
])('%s is logged as %s', (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});
