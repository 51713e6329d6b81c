import type { z } from 'zod';

/** Something that is typed, and why. */
export interface Example {
  readonly why: string;
  /** Behind `npm run -s admin --`; `$KEY_ID` and the like stand for an id that is at hand. */
  readonly line: string;
}

/** What the definition of a verb does not say. */
export interface VerbManual {
  /** What `--json` prints. */
  readonly output: z.ZodType;
  /** When it ends with 1, beside a system that does not run. */
  readonly refused?: string;
  readonly examples: readonly [Example, ...Example[]];
}

/** By noun and verb. */
export type Manuals = Readonly<Record<string, VerbManual>>;
