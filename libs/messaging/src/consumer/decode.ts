import { z } from 'zod';
import type { IncomingRecord } from '../port.ts';

/** A record as its consumer sees it. */
export type Decoded<Message> =
  | { readonly type: 'message'; readonly message: Message }
  /** Of a type this consumer does not know: producers may add them. */
  | { readonly type: 'ignored' }
  /** Unreadable, now and later. */
  | { readonly type: 'poison'; readonly reason: string };

/** Parses the value of a record. */
export type Decode<Message> = (record: IncomingRecord) => Decoded<Message>;

const typed = z.looseObject({ type: z.string() });

/**
 * Makes a parser of JSON objects with a `type`. Any other value is poison, and so is one of a known type that does not match the
 * schema.
 *
 * @param schema a union over `type`, loose: fields added later are accepted.
 * @param types the types this consumer handles.
 */
export function decodeTyped<Message>(schema: z.ZodType<Message>, types: readonly string[]): Decode<Message> {
  return ({ value }) => {
    const json = parseJson(value);
    if (!json.success) return { type: 'poison', reason: json.reason };
    const named = typed.safeParse(json.value);
    if (!named.success) return { type: 'poison', reason: 'The value is not an object with a type' };
    if (!types.includes(named.data.type)) return { type: 'ignored' };
    const parsed = schema.safeParse(json.value);
    if (!parsed.success) return { type: 'poison', reason: z.prettifyError(parsed.error) };
    return { type: 'message', message: parsed.data };
  };
}

type Parsed = { readonly success: true; readonly value: unknown } | { readonly success: false; readonly reason: string };

function parseJson(text: string): Parsed {
  try {
    return { success: true, value: JSON.parse(text) };
  } catch (error) {
    return { success: false, reason: error instanceof Error ? `Not JSON: ${error.message}` : 'Not JSON' };
  }
}
