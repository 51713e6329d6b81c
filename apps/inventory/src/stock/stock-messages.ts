import type { Announce } from './stock-ports.ts';
import { allocationOutcome } from '../orders-stock/allocation-messages.ts';
import { moveOutcomeMessage } from '../scans-stock/scan-answer-messages.ts';
import { skuEvents } from '../skus/sku-messages.ts';

/** Everything that inventory says: events of SKUs to subscribers, allocation documents to orders, answers to scans. */
export const announce: Announce = ({ tenant, skuChanges, allocationChanges, scanAnswers, pathOf, newId }) => [
  ...skuChanges.flatMap((change) => skuEvents(change, { tenant, pathOf, newId })),
  ...allocationChanges.map((change) => allocationOutcome(change, { tenant, id: newId('evt') })),
  ...scanAnswers.map((given) => moveOutcomeMessage(given, { tenant, id: newId('evt') })),
];
