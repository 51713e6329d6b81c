import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { maskedKey, Output } from './output.ts';

const KEY = 'fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu';

/** An output on streams that are read, on a terminal or not. */
function outputOn({ isTTY = false, env = {}, json = false }): { out: Output; text: (name: 'stdout' | 'stderr') => string } {
  const streams = { stdout: Object.assign(new PassThrough(), { isTTY }), stderr: Object.assign(new PassThrough(), { isTTY }) };
  const text = (name: 'stdout' | 'stderr'): string => String(streams[name].read() ?? '');
  return { out: new Output({ ...streams, env, json }), text };
}

test('no key is printed whole, wherever it stands', async () => {
  const { out, text } = outputOn({});
  out.hide('some-other-secret-text');
  out.hide('and');
  await out.line(`key ${KEY} and some-other-secret-text`);
  out.say(`error: unknown option '--key=${KEY}'`);

  expect(text('stdout')).toBe('key fsk_sandbox_…a1Eu and …text\n');
  expect(text('stderr')).toBe("error: unknown option '--key=fsk_sandbox_…a1Eu'\n");
  expect(maskedKey('short')).toBe('…');
});

test.each([
  ['on a terminal', { isTTY: true }, '\u001B[31mx\u001B[0m'],
  ['in a pipe', { isTTY: false }, 'x'],
  ['with NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }, 'x'],
  ['on a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }, 'x'],
])('colours %s', (_where, given, expected) => {
  expect(outputOn(given).out.paint('red', 'x')).toBe(expected);
});

test('progress is shown on a terminal only, and makes room for what is said', () => {
  const piped = outputOn({ isTTY: false });
  piped.out.progress('1 kB');
  piped.out.hint('a hint');
  const watched = outputOn({ isTTY: true });
  watched.out.progress('1 kB');
  watched.out.say('done');

  expect(piped.text('stderr')).toBe('');
  expect(watched.text('stderr')).toBe('\r\u001B[K1 kB\r\u001B[Kdone\n');
});

test('programs get no hints', () => {
  const { out, text } = outputOn({ isTTY: true, json: true });
  out.hint('a hint');

  expect(text('stderr')).toBe('');
});
