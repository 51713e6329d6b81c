import { expect, test } from 'vitest';
import { keyLimit, tenantLimit } from './limits.ts';

test('a key has the limit of its environment, but for what it was given of its own', () => {
  expect(keyLimit('sandbox', {})).toEqual({ burst: 100, rate: 10 });
  expect(keyLimit('production', {})).toEqual({ burst: 1_000, rate: 100 });
  expect(keyLimit('sandbox', { rate: 3 })).toEqual({ burst: 100, rate: 3 });
});

test('a tenant has ten times the default, and never less than its largest key', () => {
  expect(tenantLimit('sandbox', { burst: 100, rate: 10 })).toEqual({ burst: 1_000, rate: 100 });
  expect(tenantLimit('sandbox', { burst: 5_000, rate: 20 })).toEqual({ burst: 5_000, rate: 100 });
  expect(tenantLimit('production', { burst: 1, rate: 9_999 })).toEqual({ burst: 10_000, rate: 9_999 });
});
