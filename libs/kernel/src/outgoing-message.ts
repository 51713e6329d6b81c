/** A message as a use case hands it to the outbox. Its body is made once; its id stays the same however often it is sent. */
export interface OutgoingMessage {
  /** Made before the transaction and kept by its retries. */
  readonly id: string;
  readonly topic: string;
  /** Messages of one key are sent in the order of `version` and `part`. */
  readonly key: string;
  readonly type: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  /** What it is about: a SKU or an order's id. */
  readonly subject: string;
  /** When it came to be. */
  readonly at: Date;
  /** Its order within the key. */
  readonly version: number;
  /** Its order within the version. */
  readonly part: number;
  readonly value: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}
