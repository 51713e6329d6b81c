export { type Logger, type LoggerOptions, makeLogger, makeRequestLogger, silentLogger } from './logger.ts';
export { LATENCY_BUCKETS, Metrics, type MetricSpec, observeRequests, type Readings } from './metrics.ts';
