import type { Collection, Db } from 'mongodb';
import type { AllocationDocument } from '../orders-stock/allocation-documents.ts';
import { ALLOCATIONS, LOCATIONS, MOVEMENTS, SCAN_ANSWERS, SKUS } from './inventory-indexes.ts';
import type { MovementDocument } from '../ledger/movement-documents.ts';
import type { LocationDocument } from '../locations/location-documents.ts';
import type { ScanAnswerDocument } from '../scans-stock/scan-answer-documents.ts';
import type { SkuDocument } from '../skus/sku-documents.ts';

export interface StockCollections {
  readonly skus: Collection<SkuDocument>;
  readonly places: Collection<LocationDocument>;
  readonly movements: Collection<MovementDocument>;
  readonly allocations: Collection<AllocationDocument>;
  readonly scanAnswers: Collection<ScanAnswerDocument>;
}

export const stockCollections = (db: Db): StockCollections => ({
  skus: db.collection<SkuDocument>(SKUS),
  places: db.collection<LocationDocument>(LOCATIONS),
  movements: db.collection<MovementDocument>(MOVEMENTS),
  allocations: db.collection<AllocationDocument>(ALLOCATIONS),
  scanAnswers: db.collection<ScanAnswerDocument>(SCAN_ANSWERS),
});
