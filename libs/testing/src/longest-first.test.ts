import { expect, test } from 'vitest';
import { inOrder, kindOf } from './longest-first.ts';

test('kinds of systems take turns, those on the shared system come last, and of each kind the longest file is first', () => {
  const files = [
    { name: 'shared short', kind: 'shared', seconds: 1 },
    { name: 'own long', kind: 'own', seconds: 50 },
    { name: 'lent short', kind: 'lent', seconds: 5 },
    { name: 'own short', kind: 'own', seconds: 20 },
    { name: 'shared long', kind: 'shared', seconds: 100 },
    { name: 'two', kind: 'lentTwo', seconds: 10 },
    { name: 'lent long', kind: 'lent', seconds: 30 },
    { name: 'own shortest', kind: 'own', seconds: 10 },
  ] as const;

  expect(inOrder(files).map(({ name }) => name)).toEqual([
    'two',
    'lent long',
    'own long',
    'lent short',
    'own short',
    'own shortest',
    'shared long',
    'shared short',
  ]);
});

test('a file that starts a system besides the shared one counts as one with its own', () => {
  expect(kindOf('await sharedTestSystem(); await startTestSystem(engines)')).toBe('own');
  expect(kindOf('await sharedTestSystem()')).toBe('shared');
  expect(kindOf('await lentTestSystem(TWO_OF_EACH)')).toBe('lentTwo');
  expect(kindOf('await lentTestSystem()')).toBe('lent');
  expect(kindOf('spawn(program)')).toBe('own');
});
