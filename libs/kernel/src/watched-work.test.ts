import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProgressWatch, StandsStill } from './progress-watch.ts';
import { Rounds, Steps } from './watched-work.ts';

const LOOK_MS = 1_000;
const LOOKS_UNTIL_STILL = 5;
const EVERY_MS = 20_000;

let told: string[];
let watch: ProgressWatch;

beforeEach(() => {
  // Those of rounds stay the real ones, and are never due.
  vi.useFakeTimers();
  told = [];
  watch = new ProgressWatch({
    everyMs: LOOK_MS,
    engines: {},
    onReplaced: (_, part, count) => told.push(`${part} replaced ${count}`),
    onGivenUp: ({ message }) => told.push(message),
  });
});

afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

const looks = (count: number) => vi.advanceTimersByTimeAsync(count * LOOK_MS);
const never = <Result>() => new Promise<Result>(() => undefined);

/** Rounds every 20 s, of which `hangs` tells which never end. */
function keepRounds(hangs: (round: number) => boolean, more: { readonly onAbandoned?: () => void } = {}) {
  let rounds = 0;
  const round = async (): Promise<number> => {
    rounds += 1;
    return hangs(rounds) ? never() : EVERY_MS;
  };
  const make = (mark: () => void) => new Rounds({ round, onError: () => undefined, pauseMs: EVERY_MS, ...more }, mark);
  return { kept: watch.keep({ name: 'rounds', engines: [], make }), count: () => rounds };
}

test('rounds follow each other at the times that they tell, sooner where they are due, and go on after a failure', async () => {
  vi.useRealTimers();
  const ended: (() => void)[] = [];
  const errors: unknown[] = [];
  let nextMs = 1;
  const rounds = new Rounds(
    {
      round: async () => {
        if (count === 3) throw new Error('away');
        return nextMs;
      },
      onError: (error) => errors.push(error),
      pauseMs: 1,
    },
    () => {
      count += 1;
      ended.shift()?.();
    },
  );
  let count = 0;
  const rounded = () => new Promise<void>((resolve) => void ended.push(resolve));
  for (let times = 0; times < 5; times += 1) await rounded();
  expect(errors).toHaveLength(1);
  nextMs = 600_000;
  await rounded();
  expect(rounds.isWaiting()).toBe(false);

  const again = rounded();
  rounds.dueBy();

  await again;
  expect(count).toBe(7);
  await rounds.stop();
});

test('rounds of which one never ends are begun again', async () => {
  const onAbandoned = vi.fn<() => void>();
  const { kept, count } = keepRounds((round) => round === 1, { onAbandoned });

  await looks(LOOKS_UNTIL_STILL);

  expect({ told, rounds: count() }).toEqual({ told: ['rounds replaced 1'], rounds: 2 });
  expect(onAbandoned).toHaveBeenCalledOnce();
  await kept.stop();
});

test('rounds whose timer does not come are begun again', async () => {
  const { kept, count } = keepRounds(() => false);

  await looks(EVERY_MS / LOOK_MS);
  expect({ told, rounds: count() }).toEqual({ told: [], rounds: 1 });
  await looks(LOOKS_UNTIL_STILL);

  expect({ told, rounds: count() }).toEqual({ told: ['rounds replaced 1'], rounds: 2 });
  await kept.stop();
});

test('a step that never ends is left, and who waits for it is told; those that have just begun go on', async () => {
  const steps = new Steps(watch, { name: 'steps', engines: [] });
  const lost = steps.run(() => never<string>());
  const outcome = lost.catch((error: unknown) => error);
  // Others end beside it: they are not its progress.
  for (let look = 1; look < LOOKS_UNTIL_STILL; look += 1) {
    await steps.run(async () => 'well');
    await looks(1);
  }
  const recent = Promise.withResolvers<string>();
  const going = steps.run(() => recent.promise);
  await looks(1);

  expect(await outcome).toBeInstanceOf(StandsStill);
  recent.resolve('well');
  expect(await going).toBe('well');
  expect(told).toEqual(['steps replaced 1']);
});

test('a step has the time that it is allowed, and then as long as any other', async () => {
  const steps = new Steps(watch, { name: 'steps', engines: [] });
  const outcome = steps.run(never<void>, 10 * LOOK_MS).catch((error: unknown) => error);

  await looks(10 + LOOKS_UNTIL_STILL - 3);
  expect(told).toEqual([]);
  await looks(1);

  expect(await outcome).toBeInstanceOf(StandsStill);
});

test('each call of a watched object is a step', async () => {
  class Store {
    readonly #value = 'kept';
    read = (): Promise<string> => never();
    async find(key: string): Promise<string> {
      return `${key} ${this.#value}`;
    }
  }
  const store = new Steps(watch, { name: 'store', engines: [] }).watched(new Store());
  expect(await store.find('a')).toBe('a kept');
  const outcome = store.read().catch((error: unknown) => error);

  await looks(LOOKS_UNTIL_STILL);

  expect(await outcome).toBeInstanceOf(StandsStill);
});

test('a part for which the process does not end is replaced again and again', async () => {
  const steps = new Steps(watch, { name: 'steps', engines: [], endsProcess: false });
  const left: unknown[] = [];
  const goOn = async (): Promise<void> => {
    for (;;) await steps.run(never).catch((error: unknown) => left.push(error));
  };
  void goOn();

  await looks(40);

  expect(left.length).toBeGreaterThan(4);
  expect(watch.isHopeful).toBe(true);
});
