export type { EngineAddresses } from './engine-addresses.ts';
export { eventually, type Patience } from './eventually.ts';
export { TIMED } from './timed.ts';
export { uniqueName } from './unique-name.ts';
export { type Certificate, type Certificates, makeCertificates } from './certificates.ts';
