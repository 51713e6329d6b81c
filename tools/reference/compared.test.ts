import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountOperations, operations } from '@fulfilment/contracts';
import { expect, test } from 'vitest';

/** One capability of docs/compared.md. */
interface Row {
  readonly number: number;
  readonly today: string;
  readonly by: readonly string[];
}

const text = readFileSync(join(import.meta.dirname, '../../docs/compared.md'), 'utf8');
const known = new Set([...Object.values(operations), ...Object.values(accountOperations)].map(({ id }) => id));

function rowsOf(page: string): readonly Row[] {
  return Array.from(page.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|([^|]*)\|$/gm), ([, number, today = '', by = '']) => ({
    number: Number(number),
    today,
    by: Array.from(by.matchAll(/`(\w+)`/g), ([, name = '']) => name),
  }));
}

/** Rows that name an operation that does not exist, or whose word has no operation to show for it. */
function wrongRows(page: string): readonly number[] {
  return rowsOf(page)
    .filter(({ today, by }) => {
      const isThere = /^(?:whole|part)\b/.test(today);
      if (!isThere && !today.startsWith('not yet')) return true;
      return isThere === (by.length === 0) || by.some((name) => !known.has(name));
    })
    .map(({ number }) => number);
}

test('each capability that is called whole or part names operations that exist, and each other one names none', () => {
  expect(rowsOf(text).map(({ number }) => number)).toEqual(Array.from({ length: 48 }, (_, place) => place + 1));
  expect(wrongRows(text)).toEqual([]);
});

test('a row without an operation, with one that is gone, or with one for what is not there, is found', () => {
  const rows = [
    '| 1 | a | whole | |',
    '| 2 | b | part | `pickOrder` |',
    '| 3 | c | not yet | `packOrder` |',
    '| 4 | d | soon | |',
  ];
  expect(wrongRows(rows.join('\n'))).toEqual([1, 2, 3, 4]);
});
