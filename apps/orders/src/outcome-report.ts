import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { FinishedStep, TakenOutcomes } from './steps/take-outcomes.ts';

/** Tells operators what came of outcomes: how long steps took from request to answer, and what nobody here knows. */
export function makeOutcomeReport({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }) {
  const seconds = metrics.histogram({
    name: 'order_step_seconds',
    help: "Time from a step's request to inventory's answer",
    labels: ['transition', 'result'],
    buckets: LATENCY_BUCKETS,
  });
  return ({ finished, unknown }: TakenOutcomes): void => {
    for (const each of finished) {
      const { asked, since } = each.step;
      const elapsedMs = Math.max(0, each.order.updatedAt.getTime() - since.getTime());
      seconds.observe({ transition: asked.transition, result: resultOf(each) }, elapsedMs / 1_000);
    }
    for (const { id, tenant } of unknown) logger.warn({ orderId: id, ...tenant }, 'Outcome for an order that is not known here');
  };
}

function resultOf({ order }: FinishedStep): 'accepted' | 'refused' {
  return order.refusal === null ? 'accepted' : 'refused';
}
