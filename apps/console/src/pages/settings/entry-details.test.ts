import { expect, test } from 'vitest';
import { momentText } from '../../language/formats.ts';
import { detailTexts } from './entry-details.ts';

test('details are told by name and in words: roles, ways to sign in, amounts and moments', () => {
  const at = '2099-12-31T23:00:00.000Z';
  expect(
    detailTexts({ role: 'viewer', rate: 100, burst: 1_000, ip_allowlist: ['192.0.2.0/24', '198.51.100.7'], expires_at: at }),
  ).toEqual([
    'Role: Viewer',
    'Addresses: 192.0.2.0/24, 198.51.100.7',
    `Expires: ${momentText(new Date(at))}`,
    'Limit: 100/s, 1,000 at once',
  ]);
  expect(detailTexts({ method: 'single_sign_on' })).toEqual(['By: Single sign-on']);
  expect(detailTexts({ from: 'owner', to: 'developer' })).toEqual(['From: Owner', 'To: Developer']);
  expect(detailTexts({ rows: 12, bytes: 3_400, with_addresses: false })).toEqual([
    'Rows: 12',
    'Size: 3.4 kB',
    'With addresses: no',
  ]);
  expect(detailTexts({ overlap_seconds: 3_600 })).toEqual(['Both valid for: 1 hr']);
});

test('a detail that is unknown is told by its own name and value, and one that says nothing is left out', () => {
  expect(detailTexts({ later_field: 'a_code', name: null, ip_allowlist: [] })).toEqual(['Later field: a_code']);
  expect(detailTexts({ filter: { sku: ['MUG-01'] } })).toEqual(['Content filter: {"sku":["MUG-01"]}']);
  expect(detailTexts({})).toEqual([]);
});

test('the name of the record is not said again, and another one is', () => {
  expect(detailTexts({ email: 'kim@example.com', role: 'owner' }, 'kim@example.com')).toEqual(['Role: Owner']);
  expect(detailTexts({ name: 'Old name' }, 'New name')).toEqual(['Name: Old name']);
  expect(detailTexts({ burst: 20 })).toEqual(['Requests at once: 20']);
});
