/** Whatever was started and holds something: a server, a consumer, a connection. Stopping twice is harmless. */
export interface Stoppable {
  stop(): Promise<void>;
}
