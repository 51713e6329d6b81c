import type { Announce } from '../use-cases/ports.ts';
import { allocationOutcome } from './allocation-outcome.ts';
import { moveOutcomeMessage } from './move-outcome.ts';
import { skuEvents } from './sku-events.ts';

/** Everything that inventory says: events of SKUs to subscribers, allocation documents to orders, answers to scans. */
export const announce: Announce = ({ tenant, skuChanges, allocationChanges, scanAnswers, pathOf, newId }) => [
  ...skuChanges.flatMap((change) => skuEvents(change, { tenant, pathOf, newId })),
  ...allocationChanges.map((change) => allocationOutcome(change, { tenant, id: newId('evt') })),
  ...scanAnswers.map((given) => moveOutcomeMessage(given, { tenant, id: newId('evt') })),
];
