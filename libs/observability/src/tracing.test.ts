import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isOwnTrace } from '@fulfilment/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from './logger.ts';
import { openTracing } from './open-tracing.ts';
import { traceFields, type Tracing } from './tracing.ts';

const OF_CLIENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

async function openedTo(endpoint: string, share = 1): Promise<Tracing> {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share };
  const tracing = await openTracing({ service: 'orders', instance: 'orders-0', settings, logger: silentLogger });
  if (!tracing) throw new Error('tracing is off');
  return tracing;
}

/** Nothing listens on the port of discard. */
const NOWHERE = 'http://127.0.0.1:9';

test('without a receiver there is no tracing, and nothing of the SDK is loaded', async () => {
  const library = fileURLToPath(new URL('./index.ts', import.meta.url));
  const program = `import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { if (url.includes('opentelemetry/sdk-trace')) loaded.push(url); return next(url, context); } });
    const { openTracing, silentLogger } = await import(${JSON.stringify(library)});
    const open = (settings) => openTracing({ service: 'orders', logger: silentLogger, settings: { OTEL_TRACES_SAMPLER_ARG: 1, ...settings } });
    const off = await open({});
    const whenOff = loaded.length;
    await open({ OTEL_EXPORTER_OTLP_ENDPOINT: ${JSON.stringify(NOWHERE)} });
    console.log(JSON.stringify({ isOff: off === undefined, whenOff, isLoadedWhenOn: loaded.length > 0 }));`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);

  expect(JSON.parse(stdout)).toEqual({ isOff: true, whenOff: 0, isLoadedWhenOn: true });
});

test('spans go to the receiver below /v1/traces, with their service, at the latest as the process stops', async () => {
  const received: unknown[] = [];
  const keep = async (request: IncomingMessage): Promise<void> => {
    received.push({ url: request.url, ...JSON.parse(await text(request)) });
  };
  const server = createServer((request, response) => {
    void keep(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const tracing = await openedTo(`http://127.0.0.1:${port}/`);

  const span = tracing.start('GET', { kind: 'server', parent: OF_CLIENT, attributes: { given: 'yes', missing: undefined } });
  span?.rename('GET /orders/:id');
  span?.end('503');
  await tracing.stop();

  expect(received).toMatchObject([
    {
      url: '/v1/traces',
      resourceSpans: [
        {
          resource: {
            attributes: expect.arrayContaining([
              { key: 'service.name', value: { stringValue: 'orders' } },
              { key: 'service.instance.id', value: { stringValue: 'orders-0' } },
            ]),
          },
          scopeSpans: [
            {
              spans: [
                {
                  name: 'GET /orders/:id',
                  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
                  parentSpanId: '00f067aa0ba902b7',
                  spanId: traceFields(span?.traceparent).span_id,
                  attributes: [{ key: 'given', value: { stringValue: 'yes' } }],
                  status: { code: 2, message: '503' },
                },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

test('a trace begins only where it may, and is known for ours; one of a client is not', async () => {
  const tracing = await openedTo(NOWHERE);

  const begun = tracing.start('GET', { kind: 'server', parent: undefined, mayBegin: true });
  const goneOn = tracing.start('GET', { kind: 'server', parent: OF_CLIENT, mayBegin: true });

  expect(tracing.start('GET', { kind: 'server', parent: undefined })).toBeUndefined();
  expect(begun?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect([begun, goneOn].map((span) => isOwnTrace(span?.traceparent ?? ''))).toEqual([true, false]);
  expect(goneOn?.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/);
});

test('each process decides alike by the trace id, and the flag of a client decides nothing', async () => {
  const [one, other] = [await openedTo(NOWHERE, 0.5), await openedTo(NOWHERE, 0.5)];
  const none = await openedTo(NOWHERE, 0);
  const ids = Array.from({ length: 200 }, (_, place) => (0x9e3779b9 * (place + 1)).toString(16).padStart(32, '7').slice(-32));
  const sampledBy = (tracing: Tracing, flags: string) =>
    ids.filter((id) => tracing.start('GET', { kind: 'server', parent: `00-${id}-00f067aa0ba902b7-${flags}` }));

  expect(sampledBy(one, '01')).toEqual(sampledBy(other, '00'));
  expect(sampledBy(one, '01').length).toBeGreaterThan(20);
  expect(sampledBy(one, '01').length).toBeLessThan(180);
  expect(sampledBy(none, '01')).toEqual([]);
});
