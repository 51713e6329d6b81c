/** How much of the gateway is measured. It is counted in requests: on a busy machine it takes longer, and says the same. */
export interface GatewayExtent {
  /** In each of which all take turns; one more warms up. */
  readonly rounds: number;
  /** Small requests of one turn, many at once. */
  readonly requests: number;
  /** Small requests of one turn, one at once. */
  readonly requestsAlone: number;
  readonly slowReaders: number;
  /** Milliseconds. */
  readonly slowMs: number;
}

export const GATEWAY: GatewayExtent = {
  rounds: 5,
  requests: 6_000,
  requestsAlone: 600,
  slowReaders: 1_000,
  slowMs: 10_000,
};
export const GATEWAY_QUICK: GatewayExtent = {
  rounds: 2,
  requests: 3_000,
  requestsAlone: 300,
  slowReaders: 1_000,
  slowMs: 3_000,
};
