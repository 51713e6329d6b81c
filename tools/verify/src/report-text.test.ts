import { expect, test } from 'vitest';
import { reportText } from './verify-system.ts';

const none = { compared: {}, differing: 0, differences: [], notes: [] };
const stock = { ...none, invariant: 1, name: 'stock', promise: '…', compared: { SKUs: 12_345, 'ledger entries': 7 } };
const letters = { ...none, invariant: 8, name: 'dead letters', promise: '…' };

test('a line for each check says what was compared', () => {
  expect(reportText({ clean: true, checks: [stock, letters] })).toBe(
    [
      '1 stock         ok       SKUs 12 345, ledger entries 7',
      '8 dead letters  ok       nothing to compare',
      '',
      'Nothing differs.',
    ].join('\n'),
  );
});

test('what differs and what is open is told below', () => {
  const differing = { ...stock, differing: 22, differences: ['acc_1:sandbox MUG: 5 are on hand, 4 lie at its places'] };
  const open = { ...letters, notes: ['orders/stock.outcomes/0/1: Not JSON'] };

  expect(reportText({ clean: false, checks: [differing, open] })).toBe(
    [
      '1 stock         DIFFERS  SKUs 12 345, ledger entries 7: 22 differences',
      '    acc_1:sandbox MUG: 5 are on hand, 4 lie at its places',
      '    and 21 more',
      '8 dead letters  ok       nothing to compare',
      '    open: orders/stock.outcomes/0/1: Not JSON',
      '',
      '22 differences.',
    ].join('\n'),
  );
});
