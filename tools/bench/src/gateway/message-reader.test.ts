import { expect, test } from 'vitest';
import { MessageReader } from './message-reader.ts';

const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel\r\n\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n';
const EMPTY = 'GET /v1/inventory HTTP/1.1\r\nHost: x\r\n\r\n';

function read(pieces: readonly string[]): string[] {
  const seen: string[] = [];
  const reader = new MessageReader((firstLine) => seen.push(firstLine));
  for (const piece of pieces) reader.read(Buffer.from(piece, 'latin1'));
  return seen;
}

test('messages end where their length, their last chunk or their empty line says', () => {
  expect(read([SIZED + CHUNKED + EMPTY + SIZED])).toEqual([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 201 Created',
    'GET /v1/inventory HTTP/1.1',
    'HTTP/1.1 200 OK',
  ]);
});

test.each([1, 2, 3, 7, 64])('they may come in pieces of %i bytes', (size) => {
  const text = SIZED + CHUNKED + EMPTY;
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, place) =>
    text.slice(place * size, (place + 1) * size),
  );

  expect(read(pieces)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 201 Created', 'GET /v1/inventory HTTP/1.1']);
});

test('nothing is told of a message that is not whole', () => {
  expect(read([SIZED.slice(0, -1)])).toEqual([]);
  expect(read([CHUNKED.slice(0, -1)])).toEqual([]);
  expect(read([EMPTY.slice(0, -1)])).toEqual([]);
});
