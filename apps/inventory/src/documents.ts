export { type LocationDocument } from './locations/location-store.ts';
export { type CheckpointDocument, sealOf } from './ledger/checkpoint-documents.ts';
export { chainOf } from './ledger/write-checkpoints.ts';
export { type MovementDocument } from './ledger/movement-store.ts';
export { type SkuDocument } from './skus/sku-documents.ts';
export { ALLOCATIONS, CHECKPOINTS, COLD_MOVEMENTS, LOCATIONS, MOVEMENTS, SCAN_ANSWERS, SKUS } from './stock/inventory-indexes.ts';
export type { AllocationDocument } from './allocations/allocation-documents.ts';
export type { ScanAnswerDocument } from './stock/scan-answer-documents.ts';
