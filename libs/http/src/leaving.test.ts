import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { listen, startApi, stopServer } from './index.ts';

const ANYWHERE = { host: '127.0.0.1', port: 0 };

async function openApi() {
  const api = await startApi({
    ...ANYWHERE,
    publicUrl: 'http://api.test',
    routes: [],
    verify: async () => ({ type: 'operator' }),
    logger: silentLogger,
    metrics: new Metrics({ service: 'test', defaults: false }),
    translate: (error) => error,
  });
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${api.port}${path}`);
    await answer.arrayBuffer();
    return { status: answer.status, connection: answer.headers.get('connection') };
  };
  return { api, ask };
}

test('a service that is leaving says so, and goes on answering until it stops', async () => {
  const { api, ask } = await openApi();
  expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
  expect(await ask('/v1/mugs')).toEqual({ status: 404, connection: 'keep-alive' });

  api.drain();

  expect(await ask('/readyz')).toMatchObject({ status: 503 });
  expect(await ask('/v1/mugs')).toEqual({ status: 404, connection: 'close' });
  await api.stop();
  await expect(ask('/readyz')).rejects.toThrow('fetch failed');
});

test('a stop lets the answer under way end, and does not wait for the connection that it came over', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => asked.resolve(response));
  const port = await listen(server, ANYWHERE);
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, agent }, resolve).on('error', reject).end();
  });
  const response = await asked.promise;

  const stopped = stopServer(server);
  await eventually(() => expect(server.listening).toBe(false));
  response.end('whole');
  const answer = await answered;
  const text = await answer.toArray();
  await stopped;

  expect(Buffer.concat(text).toString()).toBe('whole');
  agent.destroy();
});
