import { ROW_ENDS } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { RowMeter } from './row-meter.ts';

/** A meter of a bucket with so many tokens, which refills while the meter pauses. @param msPerToken of refill. */
function start({
  tokens = Number.POSITIVE_INFINITY,
  msPerToken = 100,
  rowsPerToken = 500,
  bytesPerToken = Number.POSITIVE_INFINITY,
} = {}) {
  const charged: number[] = [];
  const passed: Buffer[] = [];
  const pauses: { readonly ms: number; readonly passedRows: number }[] = [];
  let left = tokens;
  const meter = new RowMeter({
    rowsPerToken,
    bytesPerToken,
    charge: async (due) => {
      charged.push(due);
      left -= due;
      return Math.max(0, -left * msPerToken);
    },
    pause: async (ms) => {
      pauses.push({ ms, passedRows: Buffer.concat(passed).length / rows(1).length });
      left += ms / msPerToken;
    },
  });
  const pass = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    for await (const part of meter.pass(chunk) ?? [chunk]) passed.push(part);
  };
  return { charged, pauses, pass, text: () => Buffer.concat(passed).toString() };
}

const rows = (count: number): string => 'x\n'.repeat(count);

test('the first rows are paid by the token that the request was admitted for', async () => {
  const { charged, pass } = start();

  await pass(rows(500));
  expect(charged).toEqual([]);
  await pass(rows(1));

  expect(charged).toEqual([1]);
});

test('rows are counted across chunks, wherever they are cut', async () => {
  const { charged, pass, text } = start({ rowsPerToken: 2 });
  const whole = 'a,b\nc,d\ne,f\ng,h\ni,j';

  for (const character of whole) await pass(character);

  expect(text()).toBe(whole);
  expect(charged).toEqual([1]);
});

test.each(ROW_ENDS)('every end that a reader of files takes is one row: %j', async (end) => {
  const { charged, pass } = start({ rowsPerToken: 1 });

  for (const character of `x${end}`.repeat(40)) await pass(character);

  expect(charged).toHaveLength(39);
});

test('a stream costs one token for so many rows, whatever its size', async () => {
  const { charged, pass, text } = start();
  const whole = rows(123_456);

  await pass(whole);

  expect(charged.reduce((sum, each) => sum + each, 1)).toBe(Math.ceil(123_456 / 500));
  expect(text()).toBe(whole);
});

test('rows wait until their debt is paid, in parts of ten tokens', async () => {
  const { pass, text, pauses } = start({ tokens: 10, rowsPerToken: 100 });

  await pass(rows(3_000));

  expect(text()).toBe(rows(3_000));
  expect(pauses).toEqual([
    { ms: 900, passedRows: 1_000 },
    { ms: 1_000, passedRows: 2_000 },
  ]);
});

test('however deep the debt, something passes every ten seconds', async () => {
  const { pass, text, pauses } = start({ tokens: -1_000_000 });

  await pass(rows(501));

  expect(text()).toBe(rows(501));
  expect(pauses).toEqual([{ ms: 10_000, passedRows: 0 }]);
});

test('a stream costs the more of its rows and bytes', async () => {
  const long = start({ bytesPerToken: 1_000 });
  await long.pass(rows(500));
  expect(long.charged).toEqual([]);
  await long.pass('x'.repeat(4_001));
  expect(long.charged).toEqual([5]);
  await long.pass(rows(2_001));
  // 2,501 rows are six tokens; 9,003 bytes are ten.
  expect(long.charged).toEqual([5, 4]);

  const short = start({ bytesPerToken: 1_000_000 });
  await short.pass(rows(2_501));
  expect(short.charged).toEqual([5]);
});

test('a row without an end is held back by its bytes, in parts of ten tokens', async () => {
  const { pass, text, pauses } = start({ tokens: 10, bytesPerToken: 100 });

  await pass('x'.repeat(3_000));

  expect(text()).toBe('x'.repeat(3_000));
  expect(pauses).toEqual([
    { ms: 900, passedRows: 500 },
    { ms: 1_000, passedRows: 1_000 },
  ]);
});
