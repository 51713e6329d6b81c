import { describe, expect, test } from 'vitest';
import { isAddressOrRange, makeAddressList } from './address-list.ts';

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

  test.each(['192.0.2.7', '192.0.2.0/24', '2001:db8::1', '2001:db8::/32', '::ffff:192.0.2.1'])('takes %s', (text) => {
    expect(isAddressOrRange(text)).toBe(true);
  });

  test.each(['', '192.0.2', '0x7f.1', '010.0.0.1', '010.0.0.0/8', '192.0.2.0/33', 'example.com', '2001:db8::/129', '192.0.2.7 '])(
    'does not take %j',
    (text) => {
      expect(isAddressOrRange(text)).toBe(false);
    },
  );
});
