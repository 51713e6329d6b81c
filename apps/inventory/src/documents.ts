import { toAllocation } from './database/allocation-documents.ts';
import { toAllocationRules } from './database/allocation-rules-documents.ts';
import { toCheckpoint } from './database/checkpoint-documents.ts';
import {
  ALLOCATION_RULES,
  ALLOCATIONS,
  CHECKPOINTS,
  COLD_MOVEMENTS,
  LOCATIONS,
  MOVEMENTS,
  RESERVATIONS,
  SCAN_ANSWERS,
  SKUS,
} from './database/inventory-indexes.ts';
import { toLocation } from './database/location-documents.ts';
import { toMovement } from './database/movement-documents.ts';
import { toReservation } from './database/reservation-documents.ts';
import { toScanAnswer } from './database/scan-answer-documents.ts';
import { toSku } from './database/sku-documents.ts';

export { type AllocationRulesDocument } from './database/allocation-rules-documents.ts';
export { type LocationDocument } from './database/location-documents.ts';
export { type CheckpointDocument, sealOf } from './database/checkpoint-documents.ts';
export { chainOf } from './ledger/write-checkpoints.ts';
export { type MovementDocument } from './database/movement-documents.ts';
export { type ReservationDocument } from './database/reservation-documents.ts';
export { type SkuDocument } from './database/sku-documents.ts';
export {
  ALLOCATION_RULES,
  ALLOCATIONS,
  CHECKPOINTS,
  COLD_MOVEMENTS,
  LOCATIONS,
  MOVEMENTS,
  RESERVATIONS,
  SCAN_ANSWERS,
  SKUS,
} from './database/inventory-indexes.ts';
export type { AllocationDocument } from './database/allocation-documents.ts';
export type { ScanAnswerDocument } from './database/scan-answer-documents.ts';

/**
 * Every collection of records: the reader of its documents, and the counter that their writers compare; null where they compare none.
 * Documents that no use case writes over are only ever added, or have tests of their own: checkpoints and cold storage.
 */
export const COLLECTIONS = {
  [SKUS]: { read: toSku, counter: 'revision' },
  [ALLOCATIONS]: { read: toAllocation, counter: 'version' },
  [RESERVATIONS]: { read: toReservation, counter: 'version' },
  [LOCATIONS]: { read: toLocation, counter: null },
  [ALLOCATION_RULES]: { read: toAllocationRules, counter: 'version' },
  [MOVEMENTS]: { read: toMovement, counter: null, isOnlyAdded: true },
  [COLD_MOVEMENTS]: { read: toMovement, counter: null, isOnlyAdded: true },
  [SCAN_ANSWERS]: { read: toScanAnswer, counter: null, isOnlyAdded: true },
  [CHECKPOINTS]: { read: toCheckpoint, counter: null, isOnlyAdded: true },
} as const;
