import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { COST_HEADER, IDENTITY_HEADER, LOOKED_HEADER, nothing, operation, problemDocument } from '@fulfilment/contracts';
import { AppError, newId, OwedLines } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { exportJWK, generateKeyPair } from 'jose';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { downloadRoute, LookedRecords, type RunningServer, startApi, uploadRoute } from './index.ts';
import { makeSignIdentity, makeVerifyIdentity } from '@fulfilment/identity';

const MAX_BYTES = 200_000;
const media = (['application/x-ndjson', 'text/csv'] as const).map((type) => ({ type, description: 'd', example: 'e' }));
const common = { service: 'inventory', summary: 's', description: 'd', params: nothing, body: nothing, errors: [] } as const;
const readLines = operation({
  ...common,
  id: 'readLines',
  method: 'GET',
  path: '/lines',
  permission: 'inventory:read',
  query: z.strictObject({
    fail: z.enum(['first', 'later']).optional(),
    waits: z.enum(['true']).optional(),
    many: z.enum(['true']).optional(),
    finds: z.enum(['none']).optional(),
  }),
  replies: { 200: { description: 'ok', body: z.string(), media } },
});
const writeLines = operation({
  ...common,
  id: 'writeLines',
  method: 'POST',
  path: '/lines',
  permission: 'inventory:write',
  query: z.strictObject({ early: z.enum(['true']).optional() }),
  upload: { media: media.map((medium) => ({ ...medium, charsets: ['windows-1252'] })), maxBytes: MAX_BYTES },
  replies: { 200: { description: 'ok', body: z.unknown() } },
});

const piece = `${'x'.repeat(49_999)}\n`;
const PIECES = 250;
/** 200 MB: more than kernels keep for a receiver that does not read (`tcp_rmem`, `tcp_wmem`), up to some 40 MB. */
const MANY_PIECES = 4_000;
const MOST_PAGES = 1_000_000;
const made = vi.fn<() => void>();
const closed = vi.fn<() => void>();
const looked = new LookedRecords();
const failed = vi.fn<(facts: object) => void>();
const received = vi.fn<() => void>();
const brokeOff = vi.fn<(error: unknown) => void>();

async function* lines(fail: 'first' | 'later' | undefined, pieces: number): AsyncGenerator<string> {
  try {
    if (fail === 'first') throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
    for (let number = 0; number < pieces; number += 1) {
      if (fail === 'later' && number === 20) throw new Error('the store went away');
      await setImmediate();
      made();
      yield piece;
    }
  } finally {
    closed();
  }
}

/** One piece, and another once the signal aborts. */
async function* waitingLines(leaving: AbortSignal): AsyncGenerator<string> {
  try {
    yield piece;
    await once(leaving, 'abort');
  } finally {
    closed();
  }
}

/** Pages of an export whose filter leaves out all that it looks at. */
async function* emptyPages(): AsyncGenerator<readonly string[]> {
  try {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      await setImmediate();
      made();
      yield [];
    }
  } finally {
    closed();
  }
}

function findNone() {
  const own = new LookedRecords();
  const pages = own.counted(emptyPages(), 100);
  return {
    pieces: (async function* () {
      for await (const page of pages) yield page.join('\n');
    })(),
    looked: own,
  };
}

async function countBytes(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  try {
    for await (const chunk of bytes) {
      received();
      count += chunk.length;
    }
  } catch (error) {
    brokeOff(error);
    throw error;
  }
  return count;
}

const routes = [
  downloadRoute(readLines, ({ query, leaving }) => ({
    headers: { 'Content-Disposition': 'attachment' },
    ...(query.finds
      ? findNone()
      : { pieces: query.waits ? waitingLines(leaving) : lines(query.fail, query.many ? MANY_PIECES : PIECES), looked }),
  })),
  uploadRoute(writeLines, async ({ query, upload: { medium, charset, bytes } }) => {
    if (query.early) throw new AppError({ kind: 'invalid', code: 'validation_failed', message: 'The first line is wrong.' });
    return { status: 200 as const, body: { medium, charset, bytes: await countBytes(bytes) } };
  }),
];

let server: RunningServer;
let token: string;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const sign = await makeSignIdentity({ key: { ...(await exportJWK(privateKey)), kid: 'k' }, lifetimeSeconds: 60 });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] };
  token = await sign({ sub: newId('key'), acc: newId('acc'), env: 'sandbox', role: 'admin' }, 'inventory');
  server = await startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost:8080',
    verify: makeVerifyIdentity({ keys, audience: 'inventory' }),
    logger: { ...silentLogger, error: failed },
    metrics: new Metrics({ service: 'test', defaults: false }),
    translate: (error) => error,
    owed: new OwedLines(),
    routes,
  });
});
beforeEach(() => void vi.clearAllMocks());
afterAll(() => server.stop());

const url = (query = ''): string => `http://127.0.0.1:${server.port}/v1/lines${query}`;
const headers = (more: Readonly<Record<string, string>> = {}) => ({ [IDENTITY_HEADER]: token, ...more });
const download = (query = '', more: Readonly<Record<string, string>> = {}) => fetch(url(query), { headers: headers(more) });
const upload = (body: string | ReadableStream, more: Readonly<Record<string, string>> = {}, query = '') =>
  fetch(url(query), { method: 'POST', headers: headers({ 'content-type': 'text/csv', ...more }), body, duplex: 'half' });
const codeOf = async (response: Response) => problemDocument.parse(await response.json()).code;

test.each(['if-match', 'if-none-match', 'if-range'])(
  '%s is refused of a download, and of an upload before its body is read',
  async (name) => {
    const condition = { [name]: '"999"' };

    expect(await codeOf(await download('', condition))).toBe('invalid_parameter');
    expect(await codeOf(await upload('a,b', condition))).toBe('invalid_parameter');
    expect(received).not.toHaveBeenCalled();
  },
);

describe('a streamed answer', () => {
  test.each([
    ['anything', '*/*', 'application/x-ndjson'],
    ['the other one', 'text/csv', 'text/csv'],
    ['what is liked best', 'application/x-ndjson;q=0.5, text/csv', 'text/csv'],
    ['a kind of text', 'text/*', 'text/csv'],
  ])('is what the caller asks for: %s', async (_what, accept, type) => {
    const response = await download('', { accept });

    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('vary')).toContain('Accept');
    expect((await response.text()).length).toBe(PIECES * piece.length);
  });

  test.each(['application/json', 'application/x-ndjson;q=0, text/csv;q=0'])(
    'is refused where it cannot be had as %s',
    async (accept) => {
      const response = await download('', { accept });

      expect(response.status).toBe(406);
      expect(problemDocument.parse(await response.json())).toMatchObject({
        code: 'not_acceptable',
        available: ['application/x-ndjson', 'text/csv'],
      });
    },
  );

  test('is not made where only its header is asked for', async () => {
    const response = await fetch(url(), { method: 'HEAD', headers: headers() });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(made).not.toHaveBeenCalled();
  });

  test('that fails before its first piece is a problem like any other', async () => {
    const response = await download('?fail=first');

    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await codeOf(response)).toBe('upstream_unavailable');
  });

  test.each(['identity', 'gzip'])('that fails later is an error of the connection, not a short answer: %s', async (encoding) => {
    const response = await download('?fail=later', { 'accept-encoding': encoding });

    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('makes Node warn of no leak of listeners', async () => {
    const warned: string[] = [];
    const note = ({ name }: Error): void => void warned.push(name);
    process.on('warning', note);

    await (await download('', { 'accept-encoding': 'gzip' })).text();
    await setImmediate();
    process.off('warning', note);

    expect(warned).toEqual([]);
  });

  test('comes compressed where that is asked for', async () => {
    const response = await download('', { 'accept-encoding': 'gzip' });

    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect((await response.text()).length).toBe(PIECES * piece.length);
  });

  test('ends with the number of records that were looked at for it', async () => {
    const [response] = await once(httpRequest(url(), { headers: headers() }).end(), 'response');
    response.resume();
    await once(response, 'end');

    expect(response.trailers).toEqual({ [LOOKED_HEADER]: '0' });
  });

  test('is made only as fast as it is read, and ends when the receiver disconnects', async () => {
    const request = httpRequest(url('?many=true'), { headers: headers() });
    request.end();
    const [response] = await once(request, 'response');
    await once(response, 'readable');
    let before = -1;
    await eventually(() => {
      const last = before;
      before = made.mock.calls.length;
      expect(before).toBe(last);
    });
    expect(made.mock.calls.length).toBeLessThan(MANY_PIECES);

    request.destroy();

    await eventually(() => expect(closed).toHaveBeenCalledOnce());
    expect(made.mock.calls.length).toBeLessThan(MANY_PIECES);
    expect(failed).not.toHaveBeenCalled();
  });

  test('begins while its filter leaves out all that it looks at', async () => {
    const leaving = new AbortController();
    const response = await fetch(url('?finds=none'), { headers: headers(), signal: leaving.signal });
    leaving.abort();

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    await eventually(() => expect(closed).toHaveBeenCalledOnce());
    expect(made.mock.calls.length).toBeLessThan(MOST_PAGES);
  });

  test('looks no further when the receiver of none disconnects, and the next export pays for what was looked through', async () => {
    const request = httpRequest(url('?finds=none'), { headers: headers() });
    request.on('error', () => undefined);
    request.end();
    await eventually(() => expect(made.mock.calls.length).toBeGreaterThan(20));

    request.destroy();

    await eventually(() => expect(closed).toHaveBeenCalledOnce());
    expect(made.mock.calls.length).toBeLessThan(MOST_PAGES);
    const costs: number[] = [];
    for (const response of [await download('?waits=true'), await download('?waits=true')]) {
      costs.push(Number(response.headers.get(COST_HEADER)));
      await response.body?.cancel();
    }
    await eventually(() => expect(closed).toHaveBeenCalledTimes(3));
    // A thousand records cost a token, and the request had paid for the first of them.
    expect(costs).toEqual([expect.closeTo(made.mock.calls.length - 1, -1), 0]);
  });

  test('ends the wait for its next piece when the receiver disconnects', async () => {
    const request = httpRequest(url('?waits=true'), { headers: headers() });
    request.end();
    const [response] = await once(request, 'response');
    await once(response, 'readable');

    request.destroy();

    await eventually(() => expect(closed).toHaveBeenCalledOnce());
    expect(failed).not.toHaveBeenCalled();
  });
});

describe('a streamed body', () => {
  test('is read to its end, and larger than JSON may be', async () => {
    const response = await upload('x'.repeat(MAX_BYTES), { 'content-type': 'TEXT/CSV; charset="UTF-8"' });

    expect(await response.json()).toEqual({ medium: 'text/csv', charset: 'utf-8', bytes: MAX_BYTES });
  });

  test.each([
    ['another type', { 'content-type': 'application/json' }],
    ['another charset', { 'content-type': 'text/csv; charset=latin1' }],
    ['a compression', { 'content-encoding': 'gzip' }],
  ])('is refused for %s', async (_what, more) => {
    const response = await upload('a,b', more);

    expect(response.status).toBe(415);
    expect(await codeOf(response)).toBe('unsupported_media_type');
  });

  test('is taken in a charset of its medium, which its reader is told, and the answer to another names those', async () => {
    const taken = await upload('x', { 'content-type': 'text/csv; charset=Windows-1252' });
    const refused = await upload('x', { 'content-type': 'text/csv; charset=latin1' });

    expect(await taken.json()).toEqual({ medium: 'text/csv', charset: 'windows-1252', bytes: 1 });
    expect(await refused.json()).toMatchObject({ available: expect.arrayContaining(['text/csv; charset=windows-1252']) });
  });

  test('without a type is refused', async () => {
    const response = await fetch(url(), { method: 'POST', headers: headers(), body: new Uint8Array([97]) });

    expect(response.status).toBe(415);
  });

  test.each([
    ['says so', () => 'x'.repeat(MAX_BYTES + 1)],
    ['turns out so', () => new Blob(['x'.repeat(MAX_BYTES + 1)]).stream()],
  ])('is refused where it is too large and %s', async (_what, body) => {
    const response = await upload(body());

    expect(response.status).toBe(413);
    expect(problemDocument.parse(await response.json())).toMatchObject({ code: 'payload_too_large', max_bytes: MAX_BYTES });
  });

  test('that is answered before its end is sent to its end, and the answer is read', async () => {
    const response = await upload(new Blob(['x'.repeat(150_000)]).stream(), {}, '?early=true');

    expect(response.status).toBe(422);
    expect(await codeOf(response)).toBe('validation_failed');
  });

  test('that is cut off is an error to its reader', async () => {
    const request = httpRequest(url(), { method: 'POST', headers: headers({ 'content-type': 'text/csv' }) });
    request.on('error', () => undefined);
    request.write('x'.repeat(70_000));
    await eventually(() => expect(received).toHaveBeenCalled());
    request.destroy();

    await eventually(() => expect(brokeOff).toHaveBeenCalledOnce());
    expect(brokeOff.mock.calls[0]?.[0]).toMatchObject({ code: 'invalid_request' });
  });
});
