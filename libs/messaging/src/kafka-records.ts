import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { IncomingRecord } from './port.ts';

/** A record as KafkaJS gives it, in the shape of the port. A missing key or value is an empty text; bytes are read as UTF-8. */
export function toIncoming(message: KafkaMessage, place: { readonly topic: string; readonly partition: number }): IncomingRecord {
  return {
    ...place,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: readHeaders(message.headers ?? {}),
  };
}

/** Of a header that came more than once, the first counts. */
function readHeaders(headers: IHeaders): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) read[name] = first.toString();
  }
  return read;
}

/** The offset after `offset`, as text. */
export function nextOffset(offset: string): string {
  return (BigInt(offset) + 1n).toString();
}
