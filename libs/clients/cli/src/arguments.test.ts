import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  collected,
  moment,
  orderLine,
  pair,
  positiveInteger,
  readJsonObject,
  statedMoment,
  webUrl,
  wholeNumber,
} from './arguments.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['30s', '2026-11-21T11:59:30.000Z'],
  ['2h', '2026-11-21T10:00:00.000Z'],
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00.000Z'],
])('%s is the moment %s', (text, expected) => {
  expect(moment(text, NOW)).toBe(expected);
});

test.each([
  ['yesterday', 'time ago'],
  ['2h30m', 'time ago'],
  ['5', 'time ago'],
  ['2026-11-01 10:00', 'time ago'],
  ['2026-11-01T24:00:00Z', 'time ago'],
  ['2026-11-01T10:00:00+25:00', 'time ago'],
  ['2026-11-01T10:00:00 Z', 'time ago'],
  ['0000-01-01T00:30:00+01:00', 'time ago'],
  ['', 'time ago'],
  ['2026-13-01', 'no such day: 2026-13-01'],
  ['2027-02-31', 'no such day: 2027-02-31'],
  ['2027-02-29T10:00:00Z', 'no such day: 2027-02-29'],
  ['2027-01-31T00:00:00', 'offset from UTC: 2027-01-31T00:00:00Z'],
  ['3651d', '3650d at most'],
  ['999999999d', '3650d at most'],
])('"%s" is no moment, and the reason is told', (text, reason) => {
  expect(() => moment(text, NOW)).toThrow(reason);
});

test('what is to come is a date or a time: a duration would lie before now', () => {
  expect(statedMoment('2028-02-29')).toBe('2028-02-29T00:00:00.000Z');
  expect(() => statedMoment('2d')).toThrow('It must be a date, or an RFC 3339 time');
});

describe('a line of an order', () => {
  test('names a SKU, which may hold the sign itself, and a quantity', () => {
    expect(orderLine('MUG-01=2')).toEqual([{ sku: 'MUG-01', quantity: 2 }]);
    expect(orderLine('A=B=3', [{ sku: 'X', quantity: 1 }])).toEqual([
      { sku: 'X', quantity: 1 },
      { sku: 'A=B', quantity: 3 },
    ]);
  });

  test.each(['MUG-01', '=2', 'MUG-01=', 'MUG-01=0', 'MUG-01=-1', 'MUG-01=1.5'])('is refused: %s', (text) => {
    expect(() => orderLine(text)).toThrow('It must be');
  });
});

test('lists are given with commas or repeated', () => {
  expect(collected('b, c,', collected('a'))).toEqual(['a', 'b', 'c']);
});

test('a pair keeps all that stands behind its first sign', () => {
  expect(pair('url=http://x/?a=b', { channel: 'web' })).toEqual({ channel: 'web', url: 'http://x/?a=b' });
  expect(() => pair('=x')).toThrow('name and a value');
});

test('numbers are whole', () => {
  expect([positiveInteger('7'), wholeNumber('0')]).toEqual([7, 0]);
  for (const text of ['0', '-1', '1.5', '1e3', 'x', '99999999999999999999'])
    expect(() => positiveInteger(text)).toThrow('from 1');
});

test('an address is one of the web', () => {
  expect(webUrl('http://localhost:3000/hook').port).toBe('3000');
  for (const text of ['hook', 'ftp://x', '/hook', 'localhost', 'mailto:a@b.example', 'localhost:0x50'])
    expect(() => webUrl(text)).toThrow('http or https');
});

test.each([
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:8000', 'http://127.0.0.1:8000/'],
  ['[::1]:3000/hook?a=b', 'http://[::1]:3000/hook?a=b'],
])('a host and port without a scheme, %s, are those of http', (text, url) => {
  expect(webUrl(text).href).toBe(url);
});

test('JSON of a body is one object', async () => {
  expect(await readJsonObject('-', Readable.from(['{"lines":', '[]}']))).toEqual({ lines: [] });
  await expect(readJsonObject('-', Readable.from(['[]']))).rejects.toThrow('one JSON object');
  await expect(readJsonObject('-', Readable.from(['{']))).rejects.toThrow('Standard input is no JSON');
  await expect(readJsonObject('/no/such/file', Readable.from([]))).rejects.toThrow('/no/such/file cannot be used');
});
