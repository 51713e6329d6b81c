export type { Databases } from './look.ts';
export { reportText } from './report-text.ts';
export { type CheckReport, verifySystem, type VerifyOptions, type VerifyReport } from './verify-system.ts';
