import type { Announce } from '../use-cases/ports.ts';
import { allocationOutcome } from './allocation-outcome.ts';
import { skuEvents } from './sku-events.ts';

/** Everything that inventory says: events of SKUs to subscribers, allocation documents to orders. */
export const announce: Announce = ({ tenant, skuChanges, allocationChanges, pathOf, newId }) => [
  ...skuChanges.flatMap((change) => skuEvents(change, { tenant, pathOf, newId })),
  ...allocationChanges.map((change) => allocationOutcome(change, { tenant, id: newId('evt') })),
];
