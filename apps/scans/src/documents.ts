export { type OutboxFields, type ScanDocument, SCANS } from './scans/scan-documents.ts';
