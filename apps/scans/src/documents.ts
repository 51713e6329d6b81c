export { LOCATION_NAMES, type LocationNamesDocument } from './scans/location-names-store.ts';
export { type OutboxFields, type ScanDocument, SCANS } from './scans/scan-documents.ts';
