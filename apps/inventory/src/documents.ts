export { type LocationDocument } from './locations/location-documents.ts';
export { type MovementDocument } from './ledger/movement-documents.ts';
export { type SkuDocument } from './skus/sku-documents.ts';
export { ALLOCATIONS, LOCATIONS, MOVEMENTS, SCAN_ANSWERS, SKUS } from './stock/inventory-indexes.ts';
export { type AllocationDocument, type ScanAnswerDocument } from './stock/stock-documents.ts';
