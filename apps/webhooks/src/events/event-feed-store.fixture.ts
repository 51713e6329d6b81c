import { newId, type PageQuery } from '@fulfilment/kernel';
import type { Store } from '../compose-store.ts';
import { event, TENANT } from '../database/store.fixture.ts';
import type { FeedFilter, FeedPage } from './event-ports.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

/** Events with their id in the body, which identifies them in the feed. */
export const events = (count: number, changes: Partial<LoggedEvent> = {}): LoggedEvent[] =>
  Array.from({ length: count }, () => {
    const id = newId('evt');
    return event({ id, body: JSON.stringify({ id }), ...changes });
  });

export const idsOf = (listed: readonly { readonly id: string }[]): string[] => listed.map(({ id }) => id);

type Asked = Partial<FeedFilter & PageQuery>;

/** One page of the tenant's feed. */
export const page = (store: Store, { after, types, cursor, limit = 200, ...stored }: Asked = {}): Promise<FeedPage> =>
  store.feed.page(TENANT, { after, types, ...stored }, { limit, cursor });

/** Reads all pages. */
export async function readOn(store: Store, asked: Asked = {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await page(store, { ...asked, cursor });
    ids.push(...idsOf(data));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
