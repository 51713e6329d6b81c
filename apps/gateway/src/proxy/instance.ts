import type { Pool } from 'undici';

/** One process of a service. */
export interface Instance {
  readonly pool: Pool;
  /** Requests that it works on now. */
  inFlight: number;
  /** As `performance.now()` has it. */
  downUntilMs: number;
  /** Whether it has said that it is leaving, or says nothing at all. */
  isUnfit: boolean;
}
