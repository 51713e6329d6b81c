import { z } from 'zod';
import type { Call } from './call.ts';

/** A page of any list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Which list, with its filters, by whose key. */
export interface List<Schema extends z.ZodType> {
  readonly key: string;
  readonly path: string;
  readonly item: Schema;
  readonly filter?: Readonly<Record<string, string>>;
  /** Records a page; 200 by default. */
  readonly limit?: number;
}

/** One page; the first unless a cursor is given. @throws Error where cursor and `Link` do not say the same. */
export async function readPage<Schema extends z.ZodType>(
  call: Call,
  { key, path, item, filter = {}, limit = 200 }: List<Schema>,
  cursor?: string,
): Promise<Page<z.output<Schema>>> {
  const query = new URLSearchParams({ ...filter, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  const answer = await call('GET', `${path}?${query.toString()}`, { key });
  const shape = z.strictObject({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    next_after: z.unknown().optional(),
  });
  const page = answer.as(200, shape);
  if (linkedCursor(answer.headers) !== page.next_cursor || page.has_more !== (page.next_cursor !== null)) {
    throw new Error(`The page says ${page.has_more} and ${page.next_cursor}, its Link ${answer.headers.get('link')}`);
  }
  return page;
}

/** RFC 8288; the reference is relative. */
function linkedCursor(headers: Headers): string | null {
  const [, target = '/'] = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return new URL(target, 'http://any').searchParams.get('cursor');
}

/** Every record of a list, page by page. */
export async function readPages<Schema extends z.ZodType>(call: Call, list: List<Schema>): Promise<z.output<Schema>[]> {
  const all: z.output<Schema>[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(call, list, cursor);
    all.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
