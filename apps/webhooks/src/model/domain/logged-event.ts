/** An event as it was read from its topic. */
export interface LoggedEvent {
  readonly id: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly type: string;
  /** Key of its message: events of one key are in order. */
  readonly key: string;
  /** The message's value, byte for byte: this is what subscribers receive. */
  readonly body: string;
  /** Version of the record it is about; null if it has none. */
  readonly sequence: number | null;
  readonly createdAt: Date;
  readonly requestId: string | null;
  readonly traceparent: string | null;
  /** The endpoint that it is about and that does not receive it. */
  readonly notTo?: string;
}
