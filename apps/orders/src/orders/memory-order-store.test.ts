import { MemoryOrderStore } from './memory-order-store.fixture.ts';
import { orderStoreConformance } from './order-store.conformance.ts';

orderStoreConformance('The store in memory', async () => {
  const sent: string[] = [];
  const orders = new MemoryOrderStore((messages) => sent.push(...messages.map(({ id }) => id)));
  return { orders, history: orders.history, holds: orders, sent: async () => sent };
});
