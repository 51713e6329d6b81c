import { type StockOutcome, stockOutcome, type CommandAnswer } from '@fulfilment/contracts';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { AllocationSnapshot } from './domain/take-outcome.ts';
import type { ReceivedOutcome, TakenOutcomes, TakeOutcomes } from './take-outcomes.ts';

export const decodeStockOutcome = decodeTyped(stockOutcome, ['allocation']);

export interface StockOutcomesOptions {
  readonly takeOutcomes: TakeOutcomes;
  /** Told after each batch what came of it. */
  readonly report: (taken: TakenOutcomes) => void;
}

/** Takes over what inventory holds for orders. Order and repetition do not matter: each outcome says everything. */
export function handleStockOutcomes({
  takeOutcomes,
  report,
}: StockOutcomesOptions): (batch: readonly Received<StockOutcome>[]) => Promise<void> {
  return async (batch) => report(await takeOutcomes(batch.map(toNews)));
}

function toNews({ message, record }: Received<StockOutcome>): ReceivedOutcome {
  const {
    account_id: accountId,
    environment,
    order_id: id,
    version,
    lines,
    last_answer: answer,
    actor,
    request_id: requestId,
  } = message;
  return {
    order: { tenant: { accountId, environment }, id },
    version,
    lines: lines.map(({ id: lineId, name, allocated, shipped }) => ({ id: lineId, name, allocated, shipped })),
    answer: toAnswer(answer),
    actor,
    requestId,
    traceparent: record.headers['traceparent'],
  };
}

function toAnswer({ command_id: commandId, accepted, code, detail, errors }: CommandAnswer): AllocationSnapshot['answer'] {
  if (accepted) return { commandId, refused: null };
  return {
    commandId,
    refused: { code: code ?? 'internal', detail: detail ?? 'Inventory refused the step.', errors: errors ?? [] },
  };
}
