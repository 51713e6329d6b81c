import type { Tenant } from '@fulfilment/kernel';
import type { EndpointState } from './endpoint.ts';

/** Deliveries of an endpoint that are made again from the event store, step by step. */
export interface Replay {
  readonly id: string;
  readonly tenant: Tenant;
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly selection: 'failed' | 'all';
  /** Deliveries a second. */
  readonly rate: number | null;
  readonly status: 'running' | 'done' | 'cancelled';
  readonly examined: number;
  readonly resent: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The facts of an endpoint that decide whether a replay goes on. */
export interface ReplayedEndpoint {
  readonly status: EndpointState['status'];
  readonly restsUntil: Date | null;
}

/** The most deliveries of one step: a transaction of some tens of milliseconds. */
const MAX_STEP = 200;
/** Pending deliveries of an endpoint from which on a replay waits: new events would queue behind all of them. */
export const MAX_PENDING = 1_000;
/** The share of a rate that one step makes due, in seconds. */
const STEP_SECONDS = 1;
const WAIT_MS = 500;
/** Replays share one worker, so an endpoint that receives nothing is checked less often. */
const IDLE_MS = 5_000;

/** True if the endpoint receives deliveries. Deliveries that are made due before would later go all at once, whatever the rate. */
export function isReceiving({ status, restsUntil }: ReplayedEndpoint, at: Date): boolean {
  return status === 'active' && (restsUntil === null || restsUntil <= at);
}

/** The number of deliveries that the next step may make due; 0 if the replay has to wait. @param pending at most {@link MAX_PENDING}. */
export function stepLimit(rate: number | null, pending: number): number {
  const ofRate = rate === null ? MAX_STEP : Math.max(1, Math.floor(rate * STEP_SECONDS));
  return Math.min(MAX_STEP, ofRate, MAX_PENDING - pending);
}

/** The time to the next check of a replay that waits: until `until`, bounded by `minMs` and `maxMs` from now. */
export interface Wait {
  readonly minMs: number;
  readonly maxMs: number;
  readonly until: Date | null;
}

export function waitFor({ status, restsUntil }: ReplayedEndpoint): Wait {
  if (status !== 'active') return { minMs: IDLE_MS, maxMs: IDLE_MS, until: null };
  return { minMs: WAIT_MS, maxMs: IDLE_MS, until: restsUntil };
}

/** Milliseconds to the next step, which keep the rate. */
export function pauseAfter(rate: number | null, resent: number): number {
  return rate === null ? 0 : (resent / rate) * 1_000;
}
