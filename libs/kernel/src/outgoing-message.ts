/** A message of a use case to the outbox. Its body is made once, and sent byte for byte; its id is the same each time it is sent. */
export interface OutgoingMessage {
  /** Made before the transaction and kept by its retries. */
  readonly id: string;
  readonly topic: string;
  /** Messages of one key are published in the order of `version` and `part`. */
  readonly key: string;
  readonly type: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  /** The record it is about: a SKU or an order's id. */
  readonly subject: string;
  /** The moment of the change. */
  readonly at: Date;
  /** The version that the record has by this transaction: it is written in it, so all earlier ones are committed. */
  readonly version: number;
  /** Order among the messages of one version. */
  readonly part: number;
  readonly value: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/**
 * Hashes a key to one of `shards`, evenly and always the same way (FNV-1a, 32 bits).
 *
 * @returns an integer from 0 to `shards` - 1.
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % shards;
}
