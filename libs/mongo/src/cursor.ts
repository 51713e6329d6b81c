import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { errors } from '@fulfilment/contracts';

/** The list a cursor belongs to: on any other it is refused. */
export interface CursorScope {
  readonly tenant: string;
  readonly list: string;
  /** The list's filters, without `limit` and `cursor`. */
  readonly filter: Readonly<Record<string, unknown>>;
}

const MAC_BYTES = 16;

/** Makes and reads the opaque cursors of lists: the end of a page, signed (HMAC-SHA-256) over list, tenant and filters. */
export interface Cursors {
  seal(position: string, scope: CursorScope): string;
  /** @throws AppError `invalid_cursor` if it was altered or belongs to another list, tenant or filter. */
  open(cursor: string, scope: CursorScope): string;
}

/** @param secret at least 32 characters, the same in every instance of the service. */
export function makeCursors(secret: string): Cursors {
  const key = createHash('sha256').update(`cursor:${secret}`).digest();
  const mac = (position: string, scope: CursorScope): Buffer => {
    const filter = Object.entries(scope.filter)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const signed = JSON.stringify([scope.tenant, scope.list, filter, position]);
    return createHmac('sha256', key).update(signed).digest().subarray(0, MAC_BYTES);
  };
  return {
    seal: (position, scope) => Buffer.concat([mac(position, scope), Buffer.from(position)]).toString('base64url'),
    open: (cursor, scope) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(MAC_BYTES).toString();
      const isGenuine = bytes.length > MAC_BYTES && timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(position, scope));
      if (!isGenuine)
        throw errors.invalidCursor(
          'The cursor was altered, or belongs to another list or filter. Start again from the first page.',
        );
      return position;
    },
  };
}
