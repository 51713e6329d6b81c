import { expect, test } from 'vitest';
import { metadataFault, metadataOf, metadataText, shownMetadata } from './metadata-field.tsx';
import { textOf } from './rows.ts';

test('metadata comes back from a form as it was, and pairs without a name are left out', () => {
  const metadata = { channel: 'web', 'gift note': '' };
  expect(metadataOf(metadataText(metadata))).toEqual(metadata);
  expect(
    metadataOf(
      textOf([
        ['', 'lost'],
        [' channel ', 'web'],
      ]),
    ),
  ).toEqual({ channel: 'web' });
  expect(shownMetadata(metadataText({ a: '1', b: '2' }))).toBe('a: 1, b: 2');
});

test('a name that stands twice is a fault, as one of its pairs would be lost', () => {
  const twice = textOf([
    ['channel', 'web'],
    ['', ''],
    ['', ''],
    ['channel ', 'shop'],
  ]);
  expect(metadataFault({ metadata: twice })).toEqual({ metadata: 'There are two pairs with the name channel.' });
  expect(metadataFault({ metadata: metadataText({ channel: 'web' }) })).toEqual({});
  expect(metadataFault({ metadata: '' })).toEqual({});
});
