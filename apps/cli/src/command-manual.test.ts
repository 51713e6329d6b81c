import { expect, test } from 'vitest';
import { commandManuals, MANUALS } from './command-manual.ts';

test('every command has a manual, and every manual has a command', () => {
  expect(
    commandManuals()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(MANUALS).toSorted());
});

test.each(commandManuals())('$name is documented completely', ({ name, description, options, output, examples }) => {
  expect(description).not.toBe('');
  expect(options.filter(({ meaning }) => meaning === '')).toEqual([]);
  expect(output.filter(({ meaning }) => meaning === '')).toEqual([]);
  expect(output).not.toEqual([]);
  for (const { line } of examples) expect(line).toMatch(new RegExp(`^${name}( |$)`));
});

test.each(commandManuals())('$name has an example with all required options', ({ options, examples }) => {
  const needed = options
    .filter(({ required, typed }) => required && typed.startsWith('--'))
    .map(({ typed }) => typed.split(' ')[0]);

  expect(examples.some(({ line }) => needed.every((flag) => line.split(' ').includes(String(flag))))).toBe(true);
});
