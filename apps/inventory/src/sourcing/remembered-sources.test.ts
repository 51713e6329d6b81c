import { expect, test } from 'vitest';
import { NO_RULES, type Sources } from '../model/sourcing.ts';
import { RememberedSources } from './remembered-sources.ts';

/** Each read has another version, so that readings can be told apart. */
function remembered() {
  const clock = { ms: 0 };
  const reads: string[] = [];
  const failing = { isFailing: false };
  const sources = async (tenant: string): Promise<Sources> => {
    reads.push(tenant);
    if (failing.isFailing) throw new Error('away');
    return { rules: { ...NO_RULES, version: reads.length }, warehouses: [] };
  };
  return { clock, reads, failing, memory: new RememberedSources({ store: { sources }, nowMs: () => clock.ms }) };
}

test('rules and warehouses are read once in five seconds, those of each tenant by themselves', async () => {
  const { clock, reads, memory } = remembered();
  await Promise.all([memory.of('a'), memory.of('a'), memory.of('b')]);
  clock.ms = 4_999;
  expect((await memory.of('a')).rules.version).toBe(1);
  expect(reads).toEqual(['a', 'b']);

  clock.ms = 5_000;
  expect((await memory.of('a')).rules.version).toBe(3);
});

test('what was being read while it was changed is not used again', async () => {
  const { reads, memory } = remembered();
  const before = memory.of('a');
  memory.forget('a');
  await before;

  expect((await memory.of('a')).rules.version).toBe(2);
  expect(reads).toEqual(['a', 'a']);
});

test('a read that failed is tried again at once', async () => {
  const { failing, memory } = remembered();
  failing.isFailing = true;
  await expect(memory.of('a')).rejects.toThrow('away');
  failing.isFailing = false;

  expect((await memory.of('a')).rules.version).toBe(2);
});
