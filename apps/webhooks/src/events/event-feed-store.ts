import { storedEvent } from '@fulfilment/contracts';
import { AppError, tenantKey } from '@fulfilment/kernel';
import type { Cursors, CursorScope } from '@fulfilment/mongo';
import type { Collections } from '../database/collections-documents.ts';
import { EVENT_BY_POSITION, EVENT_BY_TYPE } from '../database/webhook-indexes.ts';
import type { EventDocument } from './event-documents.ts';
import type { EventFeed, FeedFilter } from './event-ports.ts';

type FeedCollections = Pick<Collections, 'events' | 'positions'>;
type Row = Pick<EventDocument, 'position' | 'body'>;

/** Characters of one page's bodies, at about which it ends: an event has up to 900 KB, and a page up to 200 events. */
const LONGEST_PAGE = 4_000_000;

/**
 * Reads events by their position. Positions of a tenant are committed in their order, for whoever takes one changes the
 * counter that the one before changed: so a page sees no event without all before it, and none is overtaken.
 */
export function makeEventFeed(collections: FeedCollections, cursors: Cursors): EventFeed {
  return {
    page: async (owner, { after, types }, { limit, cursor }) => {
      const tenant = tenantKey(owner);
      const scope: CursorScope = { tenant, list: 'events', filter: { types: types?.join() } };
      const behind = cursor === undefined ? await positionOf(collections, tenant, after) : Number(cursors.open(cursor, scope));
      const { rows, hasMore } = await readRows(collections, { tenant, types, behind, limit });
      await refuseGap(collections, { tenant, behind, first: rows[0]?.position });
      const last = rows.at(-1);
      return {
        data: rows.map(({ body }) => storedEvent.parse(JSON.parse(body))),
        has_more: hasMore,
        next_cursor: hasMore && last ? cursors.seal(String(last.position), scope) : null,
      };
    },
  };
}

/** @returns the event's place; 0, which is before the first, where none is named. */
async function positionOf({ events }: FeedCollections, tenant: string, after: string | undefined): Promise<number> {
  if (after === undefined) return 0;
  const found = await events.findOne({ _id: after, tenant }, { projection: { position: 1 } });
  if (!found) throw refused('`after` names no event that is kept. Begin without it, at the oldest that is.');
  return found.position;
}

interface Asked extends Pick<FeedFilter, 'types'> {
  readonly tenant: string;
  readonly behind: number;
  readonly limit: number;
}

async function readRows({ events }: FeedCollections, { tenant, types, behind, limit }: Asked) {
  const ofTypes = types === undefined ? {} : { type: { $in: [...types] } };
  const found = events
    .find<Row>(
      { tenant, ...ofTypes, position: { $gt: behind }, test: { $ne: true } },
      { projection: { _id: 0, position: 1, body: 1 } },
    )
    .sort({ position: 1 })
    .hint(types === undefined ? EVENT_BY_POSITION : EVENT_BY_TYPE)
    .limit(limit + 1);
  const rows: Row[] = [];
  let length = 0;
  for await (const row of found) {
    length += row.body.length;
    if (rows.length === limit || (rows.length > 0 && length > LONGEST_PAGE)) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}

interface Resumed {
  readonly tenant: string;
  readonly behind: number;
  /** Of the page. */
  readonly first: number | undefined;
}

/** Events end in the order in which they were stored: with the next one there, nothing behind the place is missing. */
async function refuseGap({ events, positions }: FeedCollections, { tenant, behind, first }: Resumed): Promise<void> {
  const next = behind + 1;
  if (behind === 0 || first === next) return;
  const counter = await positions.findOne({ _id: tenant });
  if (!counter || counter.position < next) return;
  if (await events.findOne({ tenant, position: next }, { projection: { _id: 1 } })) return;
  throw refused('Events behind this place are past their 30 days. Begin without it, at the oldest that is kept.');
}

function refused(message: string): AppError {
  return new AppError({ kind: 'invalid', code: 'invalid_cursor', message });
}
