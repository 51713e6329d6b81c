export { type Logger, type LoggerOptions, makeLogger, makeRequestLogger, silentLogger } from './logger.ts';
export { LATENCY_BUCKETS, makeMetrics, type Metrics } from './metrics.ts';
