import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Stoppable } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startPrometheus } from '../tools/drill/src/alerts/prometheus.ts';
import { type Delivery, eventsOfType } from './system/receiver.ts';
import { startTestSystem, type TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const attribute = z.looseObject({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const attributes = z.array(attribute).transform((all) => new Map(all.map(({ key, value }) => [key, Object.values(value)[0]])));
/** A request of OTLP/HTTP in JSON, as far as it is looked at. */
const exported = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }),
      scopeSpans: z.array(
        z.looseObject({
          spans: z.array(
            z.looseObject({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

interface ReceivedSpan {
  readonly service: unknown;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, unknown>;
}

/** A receiver of OTLP over HTTP that keeps what it gets. */
async function startOtlpReceiver(): Promise<Stoppable & { readonly url: string; readonly spans: readonly ReceivedSpan[] }> {
  const spans: ReceivedSpan[] = [];
  const keep = async (request: IncomingMessage): Promise<void> => {
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(await text(request))).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service: resource.attributes.get('service.name') });
  };
  const server = createServer((request, response) => {
    void keep(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no TCP address');
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, spans, stop };
}

const CLIENT_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const OF_CLIENT = `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`;

const namesIn = (spans: readonly ReceivedSpan[]): readonly string[] =>
  spans.map(({ service, name }) => `${String(service)}: ${name}`);

/** Debian's package `prometheus`. */
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

/** An answer of Prometheus about exemplars, as far as it is looked at. */
const exemplified = z.looseObject({
  data: z.array(
    z.looseObject({
      seriesLabels: z.record(z.string(), z.string()),
      exemplars: z.array(z.looseObject({ labels: z.looseObject({ trace_id: z.string() }) })),
    }),
  ),
});

let tenant: TestTenant;

/** Creates an order and waits for its event. @returns the delivery of `order.created`. */
async function deliveredOrder(system: TestSystem, headers: Readonly<Record<string, string>>): Promise<Delivery> {
  tenant = await openTenant(system);
  const { shop, subscriber } = tenant;
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
  const body = { lines: [{ sku: 'MUG-01', quantity: 2 }] };
  expect([201, 202]).toContain((await system.call('POST', '/orders', { key: shop.key, body, headers })).status);
  await eventually(() => expect(eventsOfType(subscriber, 'order.created')).toHaveLength(1));
  const delivery = subscriber.deliveries.find(({ event }) => event.type === 'order.created');
  if (!delivery) throw new Error('there is no delivery');
  return delivery;
}

beforeEach(() => () => tenant.stop());

describe('with tracing', () => {
  let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
  let system: Awaited<ReturnType<typeof startTestSystem>>;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    system = await startTestSystem(inject('engines'), { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
    return async () => {
      await system.stop();
      await receiver.stop();
    };
  });

  const ofTrace = (traceId: string): readonly ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);

  const ofRequest = (id: string): readonly ReceivedSpan[] =>
    receiver.spans.filter(({ attributes: of }) => of.get('fulfilment.request_id') === id);

  test('an order is one connected trace, from the client to the webhook attempt', async () => {
    const { headers } = await deliveredOrder(system, { traceparent: OF_CLIENT });
    const delivered = (): ReceivedSpan | undefined =>
      ofTrace(CLIENT_TRACE).find(
        ({ name, attributes: of }) => name === 'POST webhook' && of.get('fulfilment.message_type') === 'order.created',
      );
    await eventually(() => expect(delivered()).toBeDefined());
    await eventually(() =>
      expect(namesIn(ofTrace(CLIENT_TRACE))).toEqual(
        expect.arrayContaining([
          'gateway: POST /v1/orders',
          'orders: POST /v1/orders',
          'orders: stock.commands send',
          'inventory: stock.commands process',
          'inventory: stock.outcomes send',
          'orders: stock.outcomes process',
          'orders: orders.events send',
          'webhooks: orders.events process',
          'webhooks: POST webhook',
        ]),
      ),
    );
    // Each process sends its spans by itself: those of a parent may come after those of its child.
    const spans = await eventually(() => {
      const come = ofTrace(CLIENT_TRACE);
      const known = new Set([CLIENT_SPAN, ...come.map(({ spanId }) => spanId)]);
      expect(come.filter(({ parentSpanId }) => !known.has(parentSpanId ?? ''))).toEqual([]);
      return come;
    });

    expect(spans.filter(({ parentSpanId }) => parentSpanId === CLIENT_SPAN).map(({ service }) => service)).toEqual(['gateway']);
    // The receiver goes on in the client's trace, beside the attempt.
    expect(headers['traceparent']).toBe(`00-${CLIENT_TRACE}-${delivered()?.parentSpanId}-01`);
    expect(delivered()?.attributes.get('http.response.status_code')).toBe(204);
    const logPath = join(system.dataDir, 'logs', 'orders.log');
    await eventually(async () => expect(await readFile(logPath, 'utf8')).toContain(`"trace_id":"${CLIENT_TRACE}"`));
  });

  test('a trace that the gateway began is recorded, and its receivers are not told of it', async () => {
    const { headers } = await deliveredOrder(system, { 'x-request-id': 'untraced-client' });
    expect(headers).not.toHaveProperty('traceparent');

    await eventually(() => expect(namesIn(ofRequest('untraced-client'))).toContain('webhooks: POST webhook'));

    expect(new Set(ofRequest('untraced-client').map(({ traceId }) => traceId)).size).toBe(1);
  });

  test.skipIf(!hasPrometheus)(
    'Prometheus finds the trace of a request as an exemplar of its latency, at the gateway and at the service',
    async () => {
      const ports = system.processes().flatMap(({ internalPort }) => (internalPort === undefined ? [] : [internalPort]));
      const prometheus = await startPrometheus({ processes: ports.map((port) => `127.0.0.1:${port}`), everySeconds: 1 });
      onTestFinished(() => prometheus.stop());
      const traceId = 'e'.repeat(32);
      await deliveredOrder(system, { traceparent: `00-${traceId}-${CLIENT_SPAN}-01` });

      const exemplarsOf = async (metric: string) => {
        const range = new URLSearchParams({ query: metric, start: '0', end: String(Date.now() / 1_000 + 60) });
        const { data } = exemplified.parse(await prometheus.read(`query_exemplars?${String(range)}`));
        return data.flatMap(({ seriesLabels, exemplars }) =>
          exemplars.filter(({ labels }) => labels.trace_id === traceId).map(() => seriesLabels),
        );
      };

      await eventually(async () => {
        const ofRequests = await exemplarsOf('fulfilment_http_request_seconds_bucket');
        expect(ofRequests.filter(({ method }) => method === 'POST').map(({ service }) => service)).toEqual(
          expect.arrayContaining(['gateway', 'orders']),
        );
        const operations = await exemplarsOf('fulfilment_operation_seconds_bucket');
        expect(operations.map(({ operation }) => operation)).toContain('createOrder');
      });
    },
  );
});
