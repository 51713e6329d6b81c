/**
 * Times of the Kafka clients, in milliseconds. They belong together: a heartbeat is due several times within a session,
 * and the read watchdog waits longer than the longest answer that the broker may hold back (a join, for one rebalance).
 */
export const KAFKA_TIMES = {
  connect: 5_000,
  request: 10_000,
  /** A connection on which something was written and nothing read for this long is given up. */
  readWatchdog: 8_000,
  /** A member that was killed is missed after this long: with 6 s its partitions stood still for 6.1 s, with 15 s for 15.5 s. */
  session: 6_000,
  heartbeat: 500,
  rebalance: 6_000,
  /** How long the broker holds a fetch back where nothing is new; heartbeats and a stop wait for it. */
  fetchWait: 250,
  /** An append that is not acknowledged by then is given up, with its producer; long enough for one watchdog and one more try. */
  append: 20_000,
  /** A request of the administrator, and the goodbye of a client that stops. */
  admin: 10_000,
  leave: 10_000,
  /** A handler that runs longer gets no more heartbeats: another member takes the partition over. */
  longestHandler: 60_000,
} as const;

/** Of requests within one client; who calls it tries again for as long as it takes. */
export const KAFKA_RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 } as const;

/** The most partitions of one member that are handled at once: topics have 12. */
export const PARTITIONS_AT_ONCE = 12;
