import type { Check } from '@fulfilment/http';
import { delay, ProgressWatch, type ProgressWatchOptions } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';

export interface ServiceProgressOptions extends Pick<ProgressWatchOptions, 'engines' | 'everyMs'> {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Milliseconds that the process says it is not ready, before it ends. */
  readonly noticeMs: number;
  /** Ends the process. */
  readonly onFatal: (error: unknown) => void;
}

/** The watch over the parts of a service, with what is told of it. */
export function watchProgress({ logger, metrics, noticeMs, onFatal, ...options }: ServiceProgressOptions) {
  const replacements = metrics.counter({
    name: 'progress_replacements_total',
    help: 'Parts that were replaced because they made no progress while work waited and the engines answered',
    labels: ['part'],
  });
  const watch = new ProgressWatch({
    ...options,
    onReplaced: ({ message }, part, count) => {
      replacements.inc({ part });
      logger.warn({ part, count }, `${message}: it is replaced`);
    },
    onGivenUp: (reason) => {
      logger.fatal({ reason: reason.message }, 'The process ends, to be started again');
      void delay(noticeMs).then(() => onFatal(reason));
    },
  });
  metrics.gauge(
    { name: 'progress_unwell_parts', help: 'Parts that make no progress, or were replaced in the last half minute' },
    (gauge) => gauge.set(watch.unwell().length),
  );
  const checks: readonly Check[] = [
    { name: 'progress', optional: true, check: () => watch.unwell().length === 0 },
    { name: 'replaceable', check: () => watch.isHopeful },
  ];
  return { watch, checks };
}
