export { assertCovering } from './assert-covering.ts';
export type { EngineAddresses } from './engine-addresses.ts';
export { eventually, type Patience, TIMED } from './eventually.ts';
export { patient } from './patient.ts';
export { uniqueName } from './unique-name.ts';
export { type Certificate, type Certificates, makeCertificates } from './certificates.ts';
export { type OldRedis, startOldRedis } from './old-redis.ts';
export { type GoldenDocument, goldenDocuments } from './golden-documents.ts';
