import { describe, expect, test } from 'vitest';
import { makeAddressList } from '../accounts/domain/address-list.ts';

describe('an address list', () => {
  test.each([
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['192.0.2.0/24'], '192.0.2.255', true],
    [['192.0.2.0/24'], '192.0.3.0', false],
    [['198.51.100.0/24', '192.0.2.0/24'], '192.0.2.1', true],
    [['192.0.2.0/24'], '::ffff:192.0.2.9', true],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:db8::1'], '2001:0db8:0:0::0001', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['192.0.2.0/24'], 'unknown', false],
    [[], 'unknown', true],
  ] as const)('%j and %s: %s', (entries, address, allowed) => {
    expect(makeAddressList(entries)(address)).toBe(allowed);
  });
});
