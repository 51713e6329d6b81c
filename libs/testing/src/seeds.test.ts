import { readFile } from 'node:fs/promises';
import { assert, asyncProperty, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

const isSmall = (number: number): boolean => number < 1_000;
const COMMAND = /PROPERTY_SEED=-?\d+ npx vitest run libs\/testing\/src\/seeds\.test\.ts$/;

test('a property that fails names the command that repeats it', async () => {
  expect(() => assert(property(integer(), isSmall))).toThrow(COMMAND);
  await expect(assert(asyncProperty(integer(), async (number) => isSmall(number)))).rejects.toThrow(COMMAND);
});

test('a property that fails has its error as the cause', () => {
  const fault = new Error('the fault itself');
  const failing = property(integer(), () => {
    throw fault;
  });

  expect(() => assert(failing)).toThrow(expect.objectContaining({ cause: fault }));
});

test('no run of CI is the same as the one before: it names no seed', async () => {
  expect(await readFile(new URL('../../../.ci/run', import.meta.url), 'utf8')).not.toMatch(/_SEED/);
});
