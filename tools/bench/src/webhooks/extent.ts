/** How much of webhooks is measured. */
export interface WebhooksExtent {
  /** After one that warms up. */
  readonly rounds: number;
  /** Of the ceiling, and of a live stream, in each round. */
  readonly roundMs: number;
  /** Events of a backlog to one endpoint; half of them, to each of eight. */
  readonly backlog: number;
  /** Of a stream whose latency is measured. */
  readonly streamMs: number;
  /** Deliveries a second of the one that has neighbours. */
  readonly healthyRate: number;
  /** Endpoints that drip, in each of four tenants. */
  readonly dripping: number;
}

export const WEBHOOKS: WebhooksExtent = {
  rounds: 3,
  roundMs: 3_000,
  backlog: 10_000,
  streamMs: 8_000,
  healthyRate: 60,
  dripping: 50,
};
export const WEBHOOKS_QUICK: WebhooksExtent = {
  rounds: 2,
  roundMs: 1_500,
  backlog: 5_000,
  streamMs: 4_000,
  healthyRate: 60,
  dripping: 50,
};
