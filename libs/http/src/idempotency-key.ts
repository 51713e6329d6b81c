import { badHeader } from './preconditions.ts';

const BARE = /^[\u0020-\u007E]{1,255}$/;
/** A string of RFC 9651 section 3.3.3, as draft-ietf-httpapi-idempotency-key-header section 2.1 has the key. */
const QUOTED = /^"((?:[\u0020\u0021\u0023-\u005B\u005D-\u007E]|\\["\\])*)"$/;

/**
 * The key that a request is named by, without the quotes of the IETF draft.
 *
 * @param fields every `Idempotency-Key` of the request.
 * @returns undefined where it has none.
 * @throws AppError `invalid_parameter` where it is not 1 to 255 printable ASCII characters, or there are several.
 */
export function idempotencyKeyOf(fields: readonly string[] = []): string | undefined {
  const [field, ...others] = fields;
  if (field === undefined) return undefined;
  const key = unquoted(field);
  if (others.length > 0 || !BARE.test(key)) throw badHeader('Idempotency-Key', 'one text of 1 to 255 printable ASCII characters');
  return key;
}

function unquoted(field: string): string {
  return QUOTED.exec(field)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? field;
}
