import type { Tracing, TracingOptions } from './tracing.ts';

/**
 * Opens tracing. The SDK is loaded only where it is on: switched off it costs neither memory nor time.
 *
 * @returns undefined where it is off.
 */
export async function openTracing(options: TracingOptions): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = options.settings;
  if (endpoint === undefined) return undefined;
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing({ ...options, endpoint });
}
