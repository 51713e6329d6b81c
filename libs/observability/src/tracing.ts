import type { Stoppable } from '@fulfilment/kernel';
import type { Logger } from './logger.ts';

/** The settings of tracing, in the names of OpenTelemetry. */
export interface TracingSettings {
  /** Base URL of an OTLP/HTTP receiver; tracing is off without it. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Share of traces that are recorded, 0 to 1, the same in every process. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Attributes of a span, by the names of OpenTelemetry's semantic conventions; undefined ones are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The beginning of a span. */
export interface SpanStart {
  /** `consumer` and `producer` for records, `server` and `client` for requests. */
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The `traceparent` that the work came with. */
  readonly parent: string | undefined;
  /** True where a trace may begin: at the gateway. Elsewhere work without a parent has no span. */
  readonly mayBegin?: boolean;
  readonly attributes?: SpanAttributes;
}

/** A span that is being recorded. */
export interface Span {
  /** Its place in the trace, for the work that it causes. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** @param fault why the work failed; none where it did not. */
  end(fault?: string): void;
}

/** Records spans and sends them to the receiver. */
export interface Tracing extends Stoppable {
  /**
   * Begins a span.
   *
   * @returns undefined where the trace is not sampled: the work goes on with the `traceparent` that it came with.
   */
  start(name: string, start: SpanStart): Span | undefined;
}

/** The process that spans are of. */
export interface TracingOptions {
  /** `service.name` of each span. */
  readonly service: string;
  /** `service.instance.id`, where the process has a name. */
  readonly instance?: string | undefined;
  readonly settings: TracingSettings;
  readonly logger: Logger;
}

const TRACE_ID_AT = [3, 35] as const;
const SPAN_ID_AT = [36, 52] as const;

/** The fields of a log line that lead to its trace; none without a trace. @param traceparent a valid one. */
export function traceFields(traceparent: string | undefined): { readonly trace_id?: string; readonly span_id?: string } {
  if (traceparent === undefined) return {};
  return { trace_id: traceparent.slice(...TRACE_ID_AT), span_id: traceparent.slice(...SPAN_ID_AT) };
}
