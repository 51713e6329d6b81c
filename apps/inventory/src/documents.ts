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
