import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { IDENTITY_HEADER } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from './index.ts';

/** Long enough for two signs. */
const WORK_MS = 2_300;

let api: ApiServer;

beforeAll(async () => {
  api = await startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    routes: [],
    verify: async () => {
      // wait: for as long as work may take.
      await delay(WORK_MS);
      return { type: 'operator' };
    },
    logger: silentLogger,
    metrics: new Metrics({ service: 'test', defaults: false }),
    translate: (error) => error,
  });
});

afterAll(() => api.stop());

test('a gateway is told each second that its request is worked on, until the answer', async () => {
  const asked = httpRequest({ port: api.port, path: '/v1/mugs', headers: { [IDENTITY_HEADER]: 'any' } });
  const told: number[] = [];
  asked.on('information', ({ statusCode }) => told.push(statusCode));
  asked.end();
  const [answer] = await once(asked, 'response');

  expect([answer.statusCode, told]).toEqual([404, [102, 102]]);
  answer.resume();
});

test.each([
  ['a client that is no gateway gets no sign', 'HTTP/1.1', [], ['HTTP/1.1 404']],
  ['HTTP/1.0 knows none (RFC 9110 section 15.2)', 'HTTP/1.0', [`${IDENTITY_HEADER}: any`], ['HTTP/1.1 404']],
  ['a gateway gets them', 'HTTP/1.1', [`${IDENTITY_HEADER}: any`], ['HTTP/1.1 102', 'HTTP/1.1 102', 'HTTP/1.1 404']],
])('%s', async (_what, version, fields, statuses) => {
  const socket = connect(api.port, '127.0.0.1');
  socket.write([`GET /v1/mugs ${version}`, 'Host: x', 'Connection: close', ...fields, '', ''].join('\r\n'));

  expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(statuses);
});
