import { ConfigError } from '@fulfilment/config';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runProcess } from './run-process.ts';

const written: string[] = [];
const exits: unknown[] = [];

beforeEach(() => {
  written.length = 0;
  exits.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code);
    throw new Error('ended');
  });
});

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));

afterEach(() => {
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (before.get(signal)?.includes(listener) !== true) process.off(signal, listener);
});

/** Runs a process whose start fails, to its end. */
async function endOf(error: unknown): Promise<void> {
  const start = async () => {
    throw error;
  };
  await expect(runProcess(start)).rejects.toThrow('ended');
}

test('a start that people can mend writes one line, without a stack and what caused it', async () => {
  await endOf(new ConfigError('MongoDB does not answer at db:27017', { cause: new Error('connect ECONNREFUSED') }));

  expect(written).toEqual(['MongoDB does not answer at db:27017\n']);
  expect(exits).toEqual([1]);
});

test('an unexpected error writes its stack', async () => {
  await endOf(new TypeError('x is undefined'));

  expect(written.join('')).toMatch(/^TypeError: x is undefined\n +at .*run-process\.test\.ts/);
  expect(exits).toEqual([1]);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends a process that still starts, which waits for an engine, at once', (signal, code) => {
  void runProcess(() => new Promise(() => undefined));

  expect(() => process.emit(signal, signal)).toThrow('ended');

  expect(exits).toEqual([code]);
});
