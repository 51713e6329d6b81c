import { expect, test } from 'vitest';
import { readSaved, type SavedFilter, withSaved, writeSaved } from './saved-filters-store.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
  };
}
const late: SavedFilter = { name: 'Late', values: { view: 'waiting', sort: 'updated_at' } };

test('filters are read as they were saved, by place, and one of the same name is replaced', () => {
  const browser = storage();
  writeSaved(browser, 'sandbox', withSaved(withSaved([], late), { ...late, values: { view: 'all' } }));

  expect(readSaved(browser, 'sandbox')).toEqual([{ name: 'Late', values: { view: 'all' } }]);
  expect(readSaved(browser, 'production')).toEqual([]);
});

test('twenty are kept, the newest', () => {
  const many = Array.from({ length: 25 }, (_, n) => ({ name: `filter ${n}`, values: {} }));

  expect(many.reduce<readonly SavedFilter[]>(withSaved, []).map(({ name }) => name)).toEqual(
    many.slice(5).map(({ name }) => name),
  );
});

test.each(['', '{', 'null', '{}', '[1,null,{"name":"x"},{"name":1,"values":{}},{"name":"x","values":{"a":1}}]'])(
  'what others left there is passed over: %s',
  (text) => {
    const browser = storage();
    browser.setItem('place', text);

    expect(readSaved(browser, 'place')).toEqual([]);
  },
);

test('a browser that keeps nothing is no fault', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('no room');
    },
  };

  expect(() => writeSaved(full, 'place', [late])).not.toThrow();
});
