import type { Collection, Db } from 'mongodb';
import type { AllocationDocument } from './allocation-document.ts';
import { ALLOCATIONS, LOCATIONS, MOVEMENTS, SCAN_ANSWERS, SKUS } from './inventory-indexes.ts';
import type { MovementDocument } from './movement-document.ts';
import type { PlaceDocument } from './place-document.ts';
import type { ScanAnswerDocument } from './scan-answer-document.ts';
import type { SkuDocument } from './sku-document.ts';

export interface StockCollections {
  readonly skus: Collection<SkuDocument>;
  readonly places: Collection<PlaceDocument>;
  readonly movements: Collection<MovementDocument>;
  readonly allocations: Collection<AllocationDocument>;
  readonly scanAnswers: Collection<ScanAnswerDocument>;
}

export const stockCollections = (db: Db): StockCollections => ({
  skus: db.collection<SkuDocument>(SKUS),
  places: db.collection<PlaceDocument>(LOCATIONS),
  movements: db.collection<MovementDocument>(MOVEMENTS),
  allocations: db.collection<AllocationDocument>(ALLOCATIONS),
  scanAnswers: db.collection<ScanAnswerDocument>(SCAN_ANSWERS),
});
