import { hash as argon2 } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { makePasswords } from './passwords.ts';

const passwords = makePasswords();

/** CPU microseconds that `work` takes. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The number of calls that were refused. */
async function refusedOf(calls: readonly Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a hash is argon2id at the costs that OWASP names, salted, and says nothing of the password', async () => {
  const [one, other] = [await passwords.hash('mugs fill the shelf'), await passwords.hash('mugs fill the shelf')];

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(passwords.isOutdated(one)).toBe(false);
});

test('a password is found among the hashes of one person, whichever of them are its own', async () => {
  const first = await passwords.hash('mugs fill the shelf');
  const same = await passwords.hash('mugs fill the shelf', first);
  const other = await passwords.hash('plates fill the shelf', first);
  const alone = await passwords.hash('mugs fill the shelf');

  expect(await passwords.matching('mugs fill the shelf', [first, same, other, alone])).toEqual([first, same, alone]);
  expect(await passwords.matching('plates fill the shelf', [first, same, other, alone])).toEqual([other]);
  expect(await passwords.matching('cups fill the shelf', [first, same, other, alone])).toEqual([]);
  expect(await passwords.matching('mugs fill the shelf', [])).toEqual([]);
});

test('a hash of lower costs still opens, and is told to be outdated', async () => {
  const weak = await argon2('mugs fill the shelf', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });

  expect(passwords.isOutdated(weak)).toBe(true);
  expect(await passwords.matching('mugs fill the shelf', [weak])).toEqual([weak]);
  expect(passwords.isOutdated(await passwords.hash('mugs fill the shelf', weak))).toBe(false);
});

test('who has no account costs as much as who has one, and as who has three', async () => {
  const first = await passwords.hash('mugs fill the shelf');
  const three = [
    first,
    await passwords.hash('a second one of these', first),
    await passwords.hash('a third one of these', first),
  ];
  const costs = { none: [] as number[], one: [] as number[], three: [] as number[] };
  for (let round = 0; round < 7; round += 1) {
    costs.none.push(await cpuOf(() => passwords.matching('a wrong one of these', [])));
    costs.one.push(await cpuOf(() => passwords.matching('a wrong one of these', [first])));
    costs.three.push(await cpuOf(() => passwords.matching('a wrong one of these', three)));
  }
  const one = median(costs.one);

  expect(median(costs.none) / one).toBeGreaterThan(0.6);
  expect(median(costs.none) / one).toBeLessThan(1.7);
  expect(median(costs.three) / one).toBeLessThan(1.7);
});

test('a flood of sign-ins leaves room for a client that signed in lately, and a client has few tries at once', async () => {
  const own = makePasswords();
  const kept = await own.hash('mugs fill the shelf');
  await own.matching('mugs fill the shelf', [kept], '203.0.113.7');
  const flood = Array.from({ length: 84 }, (_, at) => own.matching('a wrong one of these', [kept], `198.51.100.${at % 21}`));
  const ofOne = Array.from({ length: 6 }, () => own.matching('mugs fill the shelf', [kept], '203.0.113.7'));

  expect(await Promise.all([refusedOf(ofOne), refusedOf(flood)])).toEqual([2, 84 - 22]);
});

test('a flood is refused rather than piled up', async () => {
  const tries = Array.from({ length: 60 }, () => passwords.matching('a wrong one of these', []));
  const outcomes = await Promise.allSettled(tries);

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'upstream_unavailable' } });
  expect(await passwords.matching('a wrong one of these', [])).toEqual([]);
});
