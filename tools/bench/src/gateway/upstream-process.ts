import { createServer, type Socket } from 'node:net';
import { MessageReader } from './message-reader.ts';

// What stands behind every proxy that is measured. It speaks just as much HTTP as its clients need: a server of node:http
// would take more CPU than some of the proxies. Started with the port to listen on.

const RECORD = JSON.stringify({
  id: 'sku_01jd2m3n4p5q6r7s8t9v0w1x2y',
  sku: 'MUG-1',
  name: 'Stoneware mug, blue, 350 ml',
  location: 'A-01-03',
  on_hand: 240,
  allocated: 36,
  available: 204,
  low_stock_threshold: 24,
  barcode: '4006381333931',
  attributes: { colour: 'blue', supplier: 'Tableware GmbH', weight_grams: '380' },
  archived: false,
  version: 17,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
});
const JSON_FIELDS = [
  'Content-Type: application/json; charset=utf-8',
  'Cache-Control: private, no-cache',
  'ETag: "17"',
  'X-Request-Id: req_01jd2m3n4p5q6r7s8t9v0w1x2y',
];
const ANSWER = Buffer.from(
  ['HTTP/1.1 200 OK', ...JSON_FIELDS, `Content-Length: ${Buffer.byteLength(RECORD)}`, '', RECORD].join('\r\n'),
);
const STREAM_HEAD = ['HTTP/1.1 200 OK', 'Content-Type: application/x-ndjson', 'Transfer-Encoding: chunked', '', ''].join('\r\n');
const PIECE_BYTES = 65_536;
const PIECE = Buffer.concat([
  Buffer.from(`${PIECE_BYTES.toString(16)}\r\n`),
  Buffer.alloc(PIECE_BYTES, 'x'),
  Buffer.from('\r\n'),
]);
const STREAM_END = '0\r\n\r\n';

function answer(socket: Socket, firstLine: string): void {
  const bytes = /\?bytes=(\d+)/.exec(firstLine)?.[1];
  if (bytes === undefined) socket.write(ANSWER);
  else void stream(socket, Number(bytes));
}

async function stream(socket: Socket, bytes: number): Promise<void> {
  socket.write(STREAM_HEAD);
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += PIECE_BYTES) {
    if (!socket.write(PIECE)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  socket.write(STREAM_END);
}

createServer({ noDelay: true }, (socket) => {
  const reader = new MessageReader((firstLine) => answer(socket, firstLine));
  socket.on('data', (bytes) => reader.read(Buffer.from(bytes)));
  // A client that leaves is no failure.
  socket.on('error', () => undefined);
}).listen(Number(process.argv[2]), '127.0.0.1', 4_096);
