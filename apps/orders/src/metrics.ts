import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { FinishedStep, TakenOutcomes } from './steps/take-outcomes.ts';

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Reports how many changes of orders share a commit. */
export function reportBatches(metrics: Metrics): (size: number) => void {
  const help = 'Changes of orders in one commit';
  const sizes = metrics.histogram({ name: 'order_batch_size', help, buckets: BATCH_SIZES });
  return (size) => sizes.observe(size);
}

/** Reports how long steps take from request to answer, and logs outcomes for unknown orders. */
export function reportOutcomes(metrics: Metrics, logger: Logger): (taken: TakenOutcomes) => void {
  const seconds = metrics.histogram({
    name: 'order_step_seconds',
    help: "Time from a step's request to inventory's answer",
    labels: ['transition', 'result'],
    buckets: LATENCY_BUCKETS,
  });
  return ({ finished, unknown }) => {
    for (const each of finished) {
      const { asked, since } = each.step;
      const elapsedMs = Math.max(0, each.order.updatedAt.getTime() - since.getTime());
      seconds.observe({ transition: asked.transition, result: resultOf(each) }, elapsedMs / 1_000);
    }
    for (const { id, tenant } of unknown) logger.warn({ orderId: id, ...tenant }, 'Outcome for an unknown order');
  };
}

function resultOf({ order }: FinishedStep): 'accepted' | 'refused' {
  return order.refusal === null ? 'accepted' : 'refused';
}
