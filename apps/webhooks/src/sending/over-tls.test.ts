import { createServer, type Server, type ServerOptions } from 'node:https';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { WebhookRequest } from '../deliveries/delivery-ports.ts';
import { sampleDelivery } from '../model/domain/delivery.fixture.ts';
import { makeRefuseAddress, parseCidr } from './ssrf-guard.ts';
import { type Certificates, makeCertificates } from '@fulfilment/testing';
import { makeSender } from './sender.ts';

const HOST = 'hooks.example';
let certificates: Certificates;
let server: Server | undefined;
let requests = 0;
const names: unknown[] = [];

beforeAll(async () => {
  certificates = await makeCertificates(HOST);
});

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

interface Circumstances {
  readonly trusted?: 'ours' | 'usual';
  readonly host?: string;
  /** Of the server. */
  readonly tls?: ServerOptions;
}

async function sendTo(which: Exclude<keyof Certificates, 'ca'>, { trusted = 'ours', host = HOST, tls = {} }: Circumstances = {}) {
  requests = 0;
  names.length = 0;
  server = createServer({ ...certificates[which], ...tls }, (request, response) => {
    requests += 1;
    if (request.socket instanceof TLSSocket) names.push(request.socket.servername);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const port = await new Promise<number>((resolve) => {
    server?.listen(0, '127.0.0.1', () => {
      const address = server?.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const sender = makeSender({
    resolve: async () => ['127.0.0.1'],
    refuse: makeRefuseAddress([parseCidr('127.0.0.0/8')]),
    deadlineMs: 5_000,
    connectMs: 2_000,
    ...(trusted === 'ours' ? { ca: certificates.ca } : {}),
  });
  const request: WebhookRequest = {
    url: `https://${host}:${port}/hook`,
    secrets: [{ id: 'sec_1', secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }],
    delivery: sampleDelivery(),
    event: { type: 'order.shipped', body: '{}', requestId: null, traceparent: null },
    attempt: 1,
  };
  const result = await sender.send(request, new Date());
  await sender.stop();
  return result;
}

test('a receiver with a sound certificate gets its delivery', async () => {
  expect(await sendTo('sound')).toMatchObject({ type: 'answered', status: 204 });
});

test('the name in the handshake has no trailing dot', async () => {
  expect(await sendTo('sound', { host: `${HOST}.` })).toMatchObject({ type: 'answered', status: 204 });
  expect(names).toEqual([HOST]);
});

test.each([
  ['expired', 'certificate_expired'],
  ['ofAnotherHost', 'certificate_of_another_host'],
  ['selfSigned', 'certificate_self_signed'],
] as const)('nothing is sent to one whose certificate is %s, and it is told which fault it is', async (which, detail) => {
  expect(await sendTo(which)).toMatchObject({ type: 'broken', fault: 'tls_failed', detail, status: null });
  expect(requests).toBe(0);
});

test('nor to one whose certificate is of an unknown authority', async () => {
  expect(await sendTo('sound', { trusted: 'usual' })).toMatchObject({
    fault: 'tls_failed',
    detail: 'certificate_issuer_unknown',
  });
  expect(requests).toBe(0);
});

test.each([
  ['TLSv1.2', 'handshake'],
  ['TLSv1.3', 'client_certificate_required'],
] as const)('a receiver that demands a certificate of its caller fails the handshake of %s: %s', async (maxVersion, detail) => {
  const { ca } = certificates;
  const result = await sendTo('sound', { tls: { ca, requestCert: true, rejectUnauthorized: true, maxVersion } });

  expect(result).toMatchObject({ type: 'broken', fault: 'tls_failed', detail, status: null });
  expect(requests).toBe(0);
});
