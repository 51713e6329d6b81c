import { mainWarehouse } from '../model/location.builder.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { stockStoreConformance } from './stock-store.conformance.ts';
import { TENANT } from './stock.fixture.ts';

stockStoreConformance('The store in memory', async () => {
  const store = new MemoryStockStore(mainWarehouse());
  return { tenant: TENANT, store, other: store };
});
