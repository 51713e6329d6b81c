/** One event on its way to one endpoint, or a batch of them. There is never a second for the two. */
export interface Delivery {
  readonly id: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly endpointId: string;
  /** Of a batch its own id: it is what the receiver knows it by. */
  readonly eventId: string;
  /** Tries so far. */
  readonly attempts: number;
  /** Those made before it was last sent again: the retry schedule begins there. */
  readonly scheduleFrom: number;
  /** Of its event in the tenant's feed. */
  readonly position: number;
  /** Events of one record have one: an ordered endpoint gets them one after the other. */
  readonly recordKey: string;
  /** The events of a batch, in its order; undefined where it is one event. */
  readonly members: readonly string[] | undefined;
}
