import { delay, OWN_TRACE_ID } from '@fulfilment/kernel';
import {
  diag,
  DiagLogLevel,
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, SpanAttributes, SpanStart, Tracing, TracingOptions } from './tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const nothing = (): void => undefined;

/** Milliseconds for which a process that stops waits for the receiver of its last spans. */
const LAST_SPANS_MS = 2_000;

/** Tracing by the OpenTelemetry SDK, sent as OTLP/HTTP in JSON. Other settings of its exporter are read from `OTEL_*` by the SDK. */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  /** @param options.endpoint base URL of the receiver; spans go to `/v1/traces` below it. */
  constructor({ service, instance, settings, logger, endpoint }: TracingOptions & { readonly endpoint: string }) {
    const warn = (message: string, ...details: unknown[]): void => logger.warn({ details }, `tracing: ${message}`);
    diag.setLogger({ error: warn, warn, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'fulfilment',
        'service.name': service,
        ...(instance === undefined ? {} : { 'service.instance.id': instance }),
      }),
      // By the trace id alone: every process decides alike, and a client's flag decides nothing.
      sampler: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
      idGenerator: new OwnIds(),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
    });
    this.#tracer = this.#provider.getTracer('fulfilment');
  }

  start(name: string, { kind, parent, mayBegin = false, attributes = {} }: SpanStart): Span | undefined {
    const from = parent === undefined ? undefined : contextOf(parent);
    if (!from && !mayBegin) return undefined;
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes: known(attributes) }, from ?? ROOT_CONTEXT);
    if (!span.isRecording()) return undefined;
    const { traceId, spanId } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      rename: (to) => void span.updateName(to),
      set: (more) => void span.setAttributes(known(more)),
      end: (fault) => {
        if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
        span.end();
      },
    };
  }

  /** Sends what is recorded; what the receiver has not taken within 2 s is lost. */
  async stop(): Promise<void> {
    const given = new AbortController();
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, delay(LAST_SPANS_MS, given.signal).catch(() => undefined)]);
    given.abort();
  }
}

/** Ids of traces that begin here have a common beginning, behind which they are random. */
class OwnIds extends RandomIdGenerator {
  override generateTraceId = (): string => OWN_TRACE_ID + super.generateTraceId().slice(OWN_TRACE_ID.length);
}

/** W3C Trace Context, version 00; one that is not valid is none. */
function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined;
}

function known(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
