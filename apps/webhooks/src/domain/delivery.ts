/** One event on its way to one endpoint. There is never a second for the two. */
export interface Delivery {
  readonly id: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly endpointId: string;
  readonly eventId: string;
  /** Tries so far. */
  readonly attempts: number;
}
