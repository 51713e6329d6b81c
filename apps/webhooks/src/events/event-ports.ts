import type { FeedEvent, ListEventsQuery } from '@fulfilment/contracts';
import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { QueueKey } from '../deliveries/delivery-ports.ts';

/** An event as it came from the log. */
export interface LoggedEvent {
  readonly id: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly type: string;
  /** Key of its topic: events of one key are in order. */
  readonly key: string;
  /** Byte for byte as it is on the log: this is what subscribers get. */
  readonly body: string;
  /** Version of the record it tells of; null where there is none. */
  readonly sequence: number | null;
  readonly createdAt: Date;
  readonly requestId: string | null;
  readonly traceparent: string | null;
  /** The endpoint that it tells of: it is told to the others. */
  readonly notTo?: string;
}

export interface EventStore {
  /**
   * Stores each event once, with one delivery for each endpoint that selects it as the endpoints stand then.
   *
   * @returns the queues that have something due by these events, whether they were stored now or earlier.
   */
  store(events: readonly LoggedEvent[]): Promise<readonly QueueKey[]>;
}

/** Which part of a tenant's feed is asked for: what stands behind an event, of some types. */
export type FeedFilter = Pick<ListEventsQuery, 'after' | 'types'>;

/** The stored events of a tenant in the order in which they were stored. */
export interface EventFeed {
  /**
   * Oldest first. What is read later never stands before what was read.
   *
   * @throws AppError `invalid_cursor` if the cursor is of another list, `after` names no event that is kept, or what stood
   * behind either is past its keeping.
   */
  page(tenant: Tenant, filter: FeedFilter, page: PageQuery): Promise<Page<FeedEvent>>;
}
