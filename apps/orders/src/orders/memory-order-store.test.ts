import { endingHoldsConformance } from './ending-holds.conformance.ts';
import { MemoryOrderStore } from './memory-order-store.fixture.ts';
import { orderStoreConformance } from './order-store.conformance.ts';

orderStoreConformance('The store in memory', async () => {
  const sent: string[] = [];
  const orders = new MemoryOrderStore((messages) => sent.push(...messages.map(({ id }) => id)));
  return { orders, history: orders.history, sent: async () => sent };
});

endingHoldsConformance('The store in memory', async () => {
  const orders = new MemoryOrderStore(() => undefined);
  return { orders, holds: orders };
});
