export type { Databases } from './look.ts';
export { reportText } from './verify-system.ts';
export { type CheckReport, verifySystem, type VerifyOptions, type VerifyReport } from './verify-system.ts';
