import { mainWarehouse } from '../locations/domain/location.builder.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { TENANT } from './stock.fixture.ts';
import { stockStoreConformance } from './stock-store.conformance.ts';

stockStoreConformance('The store in memory', async () => {
  const store = new MemoryStockStore(mainWarehouse());
  return { tenant: TENANT, store, other: store };
});
