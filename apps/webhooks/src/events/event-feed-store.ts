import { errors, storedEvent } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type CursorScope, PageRows } from '@fulfilment/mongo';
import type { Collections, Database } from '../database/collections-documents.ts';
import { expiryFrom } from '../model/domain/delivery.ts';
import { EVENT_BY_POSITION, EVENT_BY_TYPE } from '../database/webhook-indexes.ts';
import type { EventDocument } from '../database/event-documents.ts';
import type { EventFeed, FeedFilter } from './event-ports.ts';

type Row = Pick<EventDocument, 'position' | 'body'>;
type End = Pick<EventDocument, '_id' | 'position'>;

/**
 * Reads events by position. Positions of a tenant are committed in order, because each writer changes the counter that the previous
 * one changed: a page contains no event without all events before it, and none appears before one that was read.
 */
export function makeEventFeed({ collections, cursors }: Database): EventFeed {
  return {
    page: async (owner, { after, types, since, until }, { limit, cursor }) => {
      const tenant = tenantKey(owner);
      const scope: CursorScope = { tenant, list: 'events', filter: shownIn({ types, since, until }) };
      const named = cursor === undefined ? await positionOf(collections, tenant, after) : Number(cursors.open(cursor, scope));
      const behind = cursor === undefined ? await behindBoth(collections, tenant, named, since) : named;
      const before = until && (await positionAt(collections, tenant, until));
      // Read before the events of the page, so that none up to this one can be missing from it.
      const end = await endOf(collections, tenant, before);
      const list = `${tenant} events`;
      const rowsAtOnce = cursors.largeRecords.rowsAtOnce(list);
      const page = await readRows(collections, { tenant, types, behind, before, limit, rowsAtOnce });
      cursors.largeRecords.learn(list, page);
      const { rows, hasMore } = page;
      // A time is no place: nothing is missing between it and the oldest event.
      if (behind === named) await refuseGap(collections, tenant, behind, rows[0]?.position);
      const last = rows.at(-1);
      const data = rows.map(({ body }) => storedEvent.parse(JSON.parse(body)));
      return {
        data,
        has_more: hasMore,
        next_cursor: hasMore && last ? cursors.seal(String(last.position), scope) : null,
        next_after: lastLooked({ behind, page, end }) ?? data.at(-1)?.id ?? after ?? null,
      };
    },
  };
}

const shownIn = ({ types, since, until }: Pick<FeedFilter, 'types' | 'since' | 'until'>) => ({
  types: types?.join(),
  since: since?.toISOString(),
  until: until?.toISOString(),
});

/** The later one of a position and the one before the first event of a time. */
async function behindBoth(collections: Collections, tenant: string, position: number, since: Date | undefined): Promise<number> {
  return since === undefined ? position : Math.max(position, (await positionAt(collections, tenant, since)) - 1);
}

interface Looked {
  readonly behind: number;
  readonly page: PageRows<Row>;
  readonly end: End | null;
}

/** The event up to which a last page looked, if it is behind all that it shows. */
function lastLooked({ behind, page: { rows, hasMore }, end }: Looked): string | null {
  if (hasMore || end === null) return null;
  const { _id: id, position } = end;
  return position > (rows.at(-1)?.position ?? behind) ? id : null;
}

/** @returns the event's position; 0, which is before the first, without `after`. */
async function positionOf({ events }: Collections, tenant: string, after: string | undefined): Promise<number> {
  if (after === undefined) return 0;
  const found = await events.findOne({ _id: after, tenant }, { projection: { position: 1 } });
  if (!found) throw errors.invalidCursor('`after` names no stored event. Omit it to begin at the oldest event.');
  return found.position;
}

/** The tenant's last event, tests of endpoints too, of those before a position; null without one. */
function endOf({ events }: Collections, tenant: string, before: number | undefined): Promise<End | null> {
  return events.findOne<End>(
    { tenant, ...(before !== undefined && { position: { $lt: before } }) },
    { projection: { position: 1 }, sort: { position: -1 }, hint: EVENT_BY_POSITION },
  );
}

interface RowsQuery extends Pick<FeedFilter, 'types'> {
  readonly tenant: string;
  readonly behind: number;
  /** The position of the first event that is not wanted. */
  readonly before: number | undefined;
  readonly limit: number;
  /** Events of one answer of the database. */
  readonly rowsAtOnce: number;
}

async function readRows({ events }: Collections, query: RowsQuery): Promise<PageRows<Row>> {
  const { tenant, types, behind, before, limit, rowsAtOnce } = query;
  const ofTypes = types === undefined ? {} : { type: { $in: [...types] } };
  const found = events
    .find<Row>(
      {
        tenant,
        ...ofTypes,
        position: { $gt: behind, ...(before === undefined ? {} : { $lt: before }) },
        test: { $ne: true },
      },
      { projection: { _id: 0, position: 1, body: 1 }, batchSize: Math.min(rowsAtOnce, limit + 2) },
    )
    .sort({ position: 1 })
    .hint(types === undefined ? EVENT_BY_POSITION : EVENT_BY_TYPE)
    .limit(limit + 1);
  const page = new PageRows<Row>(limit);
  await page.takeFrom(found);
  return page;
}

/** Events expire in the order in which they were stored: if the next position exists, nothing behind `behind` is missing. */
async function refuseGap(
  { events, positions }: Collections,
  tenant: string,
  behind: number,
  firstOfPage: number | undefined,
): Promise<void> {
  const next = behind + 1;
  if (behind === 0 || firstOfPage === next) return;
  const counter = await positions.findOne({ _id: tenant });
  if (!counter || counter.position < next) return;
  if (await events.findOne({ tenant, position: next }, { projection: { _id: 1 } })) return;
  throw errors.invalidCursor('Events after this position are older than 30 days and have expired. Start at the oldest event.');
}

/**
 * Finds the position of a tenant's first event that was stored at a moment or later; one behind the last event if there is none.
 * Positions are in the order of storing, so a binary search finds it without an index by time.
 */
export async function positionAt({ events, positions }: Collections, tenant: string, at: Date): Promise<number> {
  const counter = await positions.findOne({ _id: tenant });
  const expiresAt = expiryFrom(at);
  let [low, high] = [1, (counter?.position ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await events.findOne({ tenant, position: middle }, { projection: { expires_at: 1 } });
    // An event that has expired was stored before all that exist.
    if (found && found.expires_at >= expiresAt) high = middle;
    else low = middle + 1;
  }
  return low;
}
