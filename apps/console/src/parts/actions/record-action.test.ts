import { expect, test } from 'vitest';
import { sharedOut } from './record-action.ts';

const plain = (id: string) => ({ id });
const primary = (id: string) => ({ id, kind: 'primary' as const });
const danger = (id: string) => ({ id, kind: 'danger' as const });
const idsOf = (some: readonly { readonly id: string }[]): string => some.map(({ id }) => id).join(' ');

test('three actions are buttons, the next step first and what cannot be undone last', () => {
  const { shown, rest } = sharedOut([danger('remove'), plain('edit'), primary('send')]);

  expect(idsOf(shown)).toBe('send edit remove');
  expect(rest).toEqual([]);
});

test('of more, the next step and two others are buttons, and the rest is in a menu', () => {
  const { shown, rest } = sharedOut([plain('edit'), danger('cancel'), plain('rank'), plain('tracking'), primary('pack')]);

  expect(idsOf(shown)).toBe('pack edit rank');
  expect(idsOf(rest)).toBe('tracking cancel');
});

test('of a record without a next step, others are buttons, and what cannot be undone stays in the menu', () => {
  const { shown, rest } = sharedOut([plain('edit'), danger('erase'), danger('cancel'), plain('slip')]);

  expect(idsOf(shown)).toBe('edit slip');
  expect(idsOf(rest)).toBe('erase cancel');
});
