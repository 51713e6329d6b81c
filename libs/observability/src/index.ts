export { type Logger, makeLogger, silentLogger } from './logger.ts';
export { LATENCY_BUCKETS, makeMetrics, type Metrics } from './metrics.ts';
