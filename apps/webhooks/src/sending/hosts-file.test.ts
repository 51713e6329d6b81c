import { expect, test } from 'vitest';
import { addressesIn, addressesInHostsFile } from './resolve-host.ts';

const text = `# of this machine
127.0.0.1  localhost
10.0.0.7 \t hooks.internal  hooks # the receiver
fd00::7    HOOKS.internal
#10.0.0.8  hooks.internal
`;

test('a name has all the addresses of its lines', () => {
  expect(addressesIn(text, 'hooks.internal')).toEqual(['10.0.0.7', 'fd00::7']);
  expect(addressesIn(text, 'hooks')).toEqual(['10.0.0.7']);
  expect(addressesIn(text, 'the')).toEqual([]);
  expect(addressesIn('', 'hooks')).toEqual([]);
});

test.each(['localhost', 'anything.localhost'])('%s is the machine itself, whatever the file says', async (host) => {
  expect(await addressesInHostsFile(host)).toEqual(['127.0.0.1', '::1']);
});
