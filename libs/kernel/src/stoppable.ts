/** A started part that holds a resource: a server, a consumer, a connection. Stopping twice is harmless. */
export interface Stoppable {
  stop(): Promise<void>;
}
