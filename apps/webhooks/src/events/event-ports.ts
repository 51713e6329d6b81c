import type { FeedEvent, ListEventsQuery } from '@fulfilment/contracts';
import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { DeliveryFacts, QueueKey } from '../model/domain/delivery.ts';
import type { Author } from '../audit/audit-ports.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

/** Events of one tenant, in the order of their partition, that share a transaction with those of other partitions and tenants. */
export type TenantTurn = readonly LoggedEvent[];

/** The result of a turn: its first events are stored, now or earlier, and these queues have deliveries of them. */
export interface StoredTurn {
  readonly count: number;
  readonly due: readonly QueueKey[];
}

/**
 * Stores turns of tenants in one transaction: some events of each, from its first, and of each tenant at least one; each event once,
 * with one delivery for each endpoint whose subscription matches at that time. If it throws, nothing was stored.
 */
export type StoreTurns = (turns: readonly TenantTurn[]) => Promise<readonly StoredTurn[]>;

export interface EventStore {
  readonly storeTurns: StoreTurns;
  /** Stores the event of an endpoint test with its one delivery and an audit entry. */
  storeTest(event: LoggedEvent, endpointId: string, by: Author): Promise<DeliveryFacts>;
}

/** A part of a tenant's feed: the events behind an event, of some types, that were stored within a time. */
export interface FeedFilter extends Pick<ListEventsQuery, 'after' | 'types'> {
  /** Stored then or later. */
  readonly since?: Date | undefined;
  /** Stored before. */
  readonly until?: Date | undefined;
}

/** A page of the feed. */
export interface FeedPage extends Page<FeedEvent> {
  /** Id of the last event up to which it looked, shown or not; null where it looked at none and began behind none. */
  readonly next_after: string | null;
}

/** The stored events of a tenant, in the order in which they were stored. */
export interface EventFeed {
  /**
   * Oldest first. An event that is read later never stands before one that was read earlier.
   *
   * @throws AppError `invalid_cursor` if the cursor is of another list, `after` names no stored event, or events behind either have
   * expired.
   */
  page(tenant: Tenant, filter: FeedFilter, page: PageQuery): Promise<FeedPage>;
}
