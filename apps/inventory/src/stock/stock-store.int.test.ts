import { afterAll, beforeAll, inject } from 'vitest';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { stockStoreConformance } from './stock-store.conformance.ts';

let database: StockDatabase;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
});

afterAll(() => database.drop());

stockStoreConformance('The store on MongoDB', async () => {
  const tenant = await database.newTenant();
  return { tenant, store: database.openStore(), other: database.openStore() };
});
