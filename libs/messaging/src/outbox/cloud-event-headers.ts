/** The attributes of an event beside its body. */
export interface EventFacts {
  readonly id: string;
  readonly type: string;
  /** The service that publishes it. */
  readonly source: string;
  /** The record it is about, within the source. */
  readonly subject: string;
  readonly at: Date;
  readonly requestId: string;
  /** W3C Trace Context of the request that caused it. */
  readonly traceparent?: string | undefined;
}

/**
 * The headers of a record whose value is the event's body: CloudEvents 1.0, Kafka protocol binding, binary content mode.
 *
 * @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md#32-binary-content-mode
 */
export function cloudEventHeaders({ id, type, source, subject, at, requestId, traceparent }: EventFacts): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: id,
    ce_type: type,
    ce_source: source,
    ce_subject: subject,
    ce_time: at.toISOString(),
    'content-type': 'application/json',
    request_id: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
