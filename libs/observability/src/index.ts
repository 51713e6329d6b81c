export { type Logger, type LoggerOptions, makeLogger, makeRequestLogger, silentLogger } from './logger.ts';
export { openTracing } from './open-tracing.ts';
export {
  type Span,
  type SpanAttributes,
  type SpanStart,
  traceFields,
  type Tracing,
  type TracingOptions,
  type TracingSettings,
} from './tracing.ts';
export { LATENCY_BUCKETS, Metrics, type MetricSpec, observeCheckouts, observeRequests, type Readings } from './metrics.ts';
