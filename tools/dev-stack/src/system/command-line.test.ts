import { expect, test } from 'vitest';
import { parseStartArguments } from './command-line.ts';

test.each([
  [[], { kind: 'start', fresh: false, migrate: false, scale: {} }],
  [['--fresh'], { kind: 'start', fresh: true, migrate: false, scale: {} }],
  [['--migrate'], { kind: 'start', fresh: false, migrate: true, scale: {} }],
  [['--scale', 'orders=2'], { kind: 'start', fresh: false, migrate: false, scale: { orders: 2 } }],
  [
    ['--scale=orders=2,scans=3', '--scale', 'gateway=2'],
    { kind: 'start', fresh: false, migrate: false, scale: { orders: 2, scans: 3, gateway: 2 } },
  ],
  [['--help'], { kind: 'help' }],
])('%j is understood', (args, request) => {
  expect(parseStartArguments(args)).toEqual(request);
});

test.each([
  [['--freshly'], /--freshly/],
  [['orders'], /orders/],
  [['--scale'], /--scale/],
  [['--scale', 'billing=2'], /--scale billing=2: "billing" is not one of gateway, inventory, orders, scans, webhooks/],
  [['--scale', 'orders=0'], /--scale orders=0: the number of processes is 1 to 8/],
  [['--scale', 'orders=9'], /1 to 8/],
  [['--scale', 'orders'], /--scale orders: the number of processes is 1 to 8, as in --scale orders=2/],
])('%j is refused in words', (args, message) => {
  const request = parseStartArguments(args);

  expect(request).toEqual({ kind: 'misuse', message: expect.stringMatching(message) });
});
