/** Milliseconds' worth of attempts that a tenant has at once: those of an ordinary one do not wait. */
export const BURST_MS = 1_000;

/** Attempts a second of a tenant, by its key. */
export type RateOf = (tenant: string) => number;

/** A number of attempts that a process may make, from a moment on and spaced by the rate. */
export interface Block {
  /** In the past where the tenant has not used up its rate. */
  readonly beginsInMs: number;
  /** Processes that send for the tenant, this one included. */
  readonly processes: number;
}

/** Takes a block of attempts of a tenant, of all its processes together; undefined where none can be asked. Never rejects. */
export type LeaseBlock = (tenant: string, rate: number, count: number) => Promise<Block | undefined>;
