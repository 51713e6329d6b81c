import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Progress, ProgressWatch, type WatchedPart } from './progress-watch.ts';

const LOOK_MS = 1_000;
/** One look marks what came before as seen, four more find nothing. */
const LOOKS_UNTIL_STILL = 5;

let told: string[];
let engine: { answers: boolean; asked: number };
let watch: ProgressWatch;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  engine = { answers: true, asked: 0 };
  watch = new ProgressWatch({
    everyMs: LOOK_MS,
    engines: {
      store: async () => {
        engine.asked += 1;
        return engine.answers;
      },
    },
    onReplaced: (_, part, count) => told.push(`${part} replaced ${count}`),
    onGivenUp: ({ message }) => told.push(message),
  });
});

afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

const looks = (count: number) => vi.advanceTimersByTimeAsync(count * LOOK_MS);

function watchOne(part: Partial<WatchedPart> = {}, by: Progress = watch) {
  return by.watch({ name: 'worker', engines: ['store'], isWaiting: () => true, rebuild: () => undefined, ...part });
}

test('a part without progress is replaced, with new ones three times, and then the process ends, which is told once', async () => {
  const rebuilt = vi.fn<() => void>();
  watchOne({ rebuild: rebuilt });

  await looks(LOOKS_UNTIL_STILL - 1);
  expect(told).toEqual([]);
  await looks(40);

  expect(told).toEqual([
    'worker replaced 1',
    'worker replaced 2',
    'worker replaced 3',
    'worker makes no progress, though work waits and the engines answer, after it was replaced 3 times',
  ]);
  expect(rebuilt).toHaveBeenCalledTimes(3);
  expect(watch.isHopeful).toBe(false);
});

test.each([
  ['goes on, however slowly', { marksEvery: 3 }, {}],
  ['has nothing to do', {}, { isWaiting: () => false }],
  ['finds its work done by others', {}, { confirm: async () => false }],
  ['cannot be asked about', {}, { confirm: () => Promise.reject(new Error('no answer')) }],
])('a part that %s stays', async (_, { marksEvery = 0 }: { marksEvery?: number }, part: Partial<WatchedPart>) => {
  const { mark } = watchOne(part);

  for (let look = 1; look <= 30; look += 1) {
    await looks(1);
    if (marksEvery > 0 && look % marksEvery === 0) mark();
  }

  expect({ told, unwell: watch.unwell() }).toEqual({ told: [], unwell: [] });
});

test('a part stays while an engine that it needs does not answer, and has the whole time from then on', async () => {
  watchOne();
  engine.answers = false;
  await looks(30);
  expect(told).toEqual([]);

  engine.answers = true;
  await looks(3);
  expect(told).toEqual([]);
  await looks(1);

  expect(told).toEqual(['worker replaced 1']);
});

test('engines are not asked while parts go on, or have nothing to do', async () => {
  const { mark } = watchOne();
  watchOne({ name: 'idle', isWaiting: () => false });

  for (let look = 1; look <= 30; look += 1) {
    mark();
    await looks(1);
  }

  expect(engine.asked).toBe(0);
});

test('a process that was suspended has its looks before it judges a part', async () => {
  watchOne();
  await looks(2);

  // The clock moves, and no timer runs in the meantime.
  vi.setSystemTime(Date.now() + 3_600_000);
  await looks(1);

  expect(told).toEqual([]);
});

test('a part that was replaced is unwell until it has been well for long, and is then replaced as often as before', async () => {
  const { mark } = watchOne();
  await looks(LOOKS_UNTIL_STILL);
  for (let look = 1; look <= 11; look += 1) {
    mark();
    await looks(1);
  }
  expect(watch.unwell()).toEqual(['worker']);
  mark();
  await looks(1);
  expect(watch.unwell()).toEqual([]);

  await looks(LOOKS_UNTIL_STILL);

  expect(told).toEqual(['worker replaced 1', 'worker replaced 1']);
});

test('replacements count by name, over parts that take the place of each other', async () => {
  let current = watchOne();
  const again = (): void => {
    current.end();
    current = watchOne({ rebuild: again });
  };
  again();

  await looks(30);

  expect(told).toHaveLength(4);
});

test('a part that has ended is not replaced', async () => {
  watchOne().end();

  await looks(30);

  expect(told).toEqual([]);
});

test('a part that is kept is left where it hangs, and late marks of it are not those of the next', async () => {
  const made: { mark: () => void; abandoned: boolean }[] = [];
  const kept = watch.keep({
    name: 'relay',
    engines: [],
    make: (mark) => {
      mark();
      const part = { mark, abandoned: false };
      made.push(part);
      const abandon = (): void => {
        part.abandoned = true;
      };
      return { isWaiting: () => true, abandon, stop: async () => undefined, part };
    },
  });
  await looks(LOOKS_UNTIL_STILL);
  expect(kept.current().part).toBe(made[1]);
  expect(made.map(({ abandoned }) => abandoned)).toEqual([true, false]);

  for (let look = 1; look <= LOOKS_UNTIL_STILL; look += 1) {
    made[0]?.mark();
    await looks(1);
  }

  expect(told).toEqual(['relay replaced 1', 'relay replaced 2']);
});

test('looks are not counted while an engine is asked, and a question that is never answered counts as answered with no', async () => {
  const asking = vi.fn<() => Promise<boolean>>(() => new Promise(() => undefined));
  watchOne({ confirm: asking });

  await looks(12);
  expect({ told, unwell: watch.unwell(), asked: asking.mock.calls.length }).toEqual({ told: [], unwell: [], asked: 1 });
  await looks(12);

  expect(asking.mock.calls.length).toBeGreaterThan(1);
  expect(told).toEqual([]);
});
