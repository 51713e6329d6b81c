import { expect, test } from 'vitest';
import { commandManuals, MANUALS } from './command-manual.ts';

test('every command has its manual, and no manual is of a command that is gone', () => {
  expect(
    commandManuals()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(MANUALS).toSorted());
});

test.each(commandManuals())('$name is told whole', ({ name, description, options, output, examples }) => {
  expect(description).not.toBe('');
  expect(options.filter(({ meaning }) => meaning === '')).toEqual([]);
  expect(output.filter(({ meaning }) => meaning === '')).toEqual([]);
  expect(output).not.toEqual([]);
  for (const { line } of examples) expect(line).toMatch(new RegExp(`^${name}( |$)`));
});

test.each(commandManuals())('$name has all that it needs in an example', ({ options, examples }) => {
  const needed = options
    .filter(({ required, typed }) => required && typed.startsWith('--'))
    .map(({ typed }) => typed.split(' ')[0]);

  expect(examples.some(({ line }) => needed.every((flag) => line.split(' ').includes(String(flag))))).toBe(true);
});
