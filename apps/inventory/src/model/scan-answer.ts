import type { Refusal } from './refusal.ts';

/** The answer to the command of a scan. It stands for good: the same command again moves nothing. */
export interface ScanAnswer {
  readonly scanId: string;
  readonly commandId: string;
  /** Null where the movement is posted. */
  readonly refusal: Refusal | null;
  /** The moment of the first answer. */
  readonly at: Date;
}
