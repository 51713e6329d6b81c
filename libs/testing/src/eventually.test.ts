import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { patient } from './patient.ts';

test('what comes true is returned at the first look that finds it', async () => {
  let looks = 0;
  const found = await eventually(
    () => {
      looks += 1;
      if (looks < 3) throw new Error('not yet');
      return 'there';
    },
    { everyMs: 1 },
  );

  expect(found).toBe('there');
  expect(looks).toBe(3);
});

test('what never comes true fails with the reason of the last look', async () => {
  let looks = 0;
  const looking = eventually(
    () => {
      looks += 1;
      throw new Error(`look ${looks}`);
    },
    { withinMs: 30, everyMs: 5 },
  );

  await expect(looking).rejects.toThrow(/^look [0-9]+$/);
  expect(looks).toBeGreaterThan(1);
});

test('looks become rarer while nothing comes true', async () => {
  let looks = 0;
  const looking = eventually(
    () => {
      looks += 1;
      throw new Error('not yet');
    },
    { withinMs: 1_200 },
  );

  await expect(looking).rejects.toThrow('not yet');
  // Every 25 ms they would be so many.
  const often = patient(1_200) / 25;
  expect(looks).toBeLessThan(0.65 * often);
});
