import type { IndexDeclaration, RetiredIndex } from '@fulfilment/mongo';

/** The document says itself when it ends. */
const AT_ITS_TIME = { expireAfterSeconds: 0 };

/** The feed says itself which of the two it reads by. */
export const EVENT_BY_POSITION = 'event_by_position';
export const EVENT_BY_TYPE = 'event_by_type';

/** MongoDB removes expired events by it. Where it is gone, this release removes them by their ids. */
export const EVENT_EXPIRY: RetiredIndex = { collection: 'events', name: 'event_expiry' };

/** Counting what waits for an endpoint has this one named. */
export const PENDING_DUE = 'pending_due';

/** Lists of deliveries and of changes have these named: a plan that MongoDB chose for a common value would be cached for a rare one. */
export const PENDING_LOG = 'pending_log';
export const DELIVERIES_OF_FEW = 'delivery_log_of_few';
export const DELIVERY_LOG = 'delivery_log';
export const DELIVERIES_BY_TYPE = 'delivery_log_by_type';
export const DELIVERY_OF_EVENT = 'delivery_of_event';
export const CHANGES_OF_TENANT = 'change_of_tenant';
export const CHANGES_OF_ENDPOINT = 'change_of_endpoint';

/** There are none but where an endpoint takes, or took, batches. */
export const PENDING_BATCHES = 'pending_batches';

/** One replay at a time for an endpoint. */
export const REPLAY_RUNNING = 'replay_running';

/** Every query of the service has one of these, or `_id`. Those that look for work or the end of it go over all tenants. */
export const INDEXES: readonly IndexDeclaration[] = [
  { collection: 'endpoints', name: 'endpoint_of_tenant', key: { tenant: 1, _id: 1 } },
  { collection: 'events', name: EVENT_BY_POSITION, key: { tenant: 1, position: 1 }, options: { unique: true } },
  { collection: 'events', name: EVENT_BY_TYPE, key: { tenant: 1, type: 1, position: 1 } },
  { ...EVENT_EXPIRY, key: { expires_at: 1 }, options: AT_ITS_TIME },
  {
    collection: 'deliveries',
    name: DELIVERY_OF_EVENT,
    key: { tenant: 1, endpoint_id: 1, event_id: 1 },
    options: { unique: true },
  },
  { collection: 'deliveries', name: 'delivery_expiry', key: { expires_at: 1 }, options: AT_ITS_TIME },
  { collection: 'deliveries', name: DELIVERY_LOG, key: { tenant: 1, endpoint_id: 1, _id: 1 } },
  { collection: 'deliveries', name: DELIVERIES_BY_TYPE, key: { tenant: 1, endpoint_id: 1, event_type: 1, _id: 1 } },
  {
    collection: 'deliveries',
    name: DELIVERIES_OF_FEW,
    key: { tenant: 1, endpoint_id: 1, rare_state: 1, _id: 1 },
    options: { partialFilterExpression: { rare_state: { $exists: true } } },
  },
  { collection: 'pending', name: PENDING_DUE, key: { tenant: 1, endpoint_id: 1, next_at: 1 } },
  { collection: 'pending', name: 'pending_in_order', key: { tenant: 1, endpoint_id: 1, position: 1 } },
  { collection: 'pending', name: 'pending_of_record', key: { tenant: 1, endpoint_id: 1, record_key: 1, position: 1 } },
  { collection: 'pending', name: PENDING_LOG, key: { tenant: 1, endpoint_id: 1, _id: 1 } },
  {
    collection: 'pending',
    name: PENDING_BATCHES,
    key: { tenant: 1, endpoint_id: 1, _id: 1 },
    options: { partialFilterExpression: { members: { $exists: true } } },
  },
  { collection: 'pending', name: 'pending_expiry', key: { expires_at: 1 }, options: AT_ITS_TIME },
  { collection: 'changes', name: CHANGES_OF_TENANT, key: { tenant: 1, _id: 1 } },
  { collection: 'changes', name: CHANGES_OF_ENDPOINT, key: { tenant: 1, endpoint_id: 1, _id: 1 } },
  { collection: 'replays', name: 'replay_of_endpoint', key: { tenant: 1, endpoint_id: 1, _id: 1 } },
  { collection: 'replays', name: 'replay_due', key: { due_at: 1 }, options: { partialFilterExpression: { state: 'running' } } },
  {
    collection: 'replays',
    name: REPLAY_RUNNING,
    key: { tenant: 1, endpoint_id: 1 },
    options: { unique: true, partialFilterExpression: { state: 'running' } },
  },
  { collection: 'replays', name: 'replay_expiry', key: { expires_at: 1 }, options: AT_ITS_TIME },
  { collection: 'attempts', name: 'attempt_expiry', key: { expires_at: 1 }, options: AT_ITS_TIME },
  { collection: 'endpoint_hours', name: 'hour_of_endpoint', key: { tenant: 1, endpoint_id: 1, hour: 1 } },
  { collection: 'endpoint_hours', name: 'hour_expiry', key: { expires_at: 1 }, options: AT_ITS_TIME },
  {
    collection: 'queues',
    name: 'queue_due',
    key: { due_at: 1 },
    options: { partialFilterExpression: { due_at: { $type: 'date' } } },
  },
];

/** The changes of endpoints by one actor. Of schema version 5. */
export const CHANGES_BY_ACTOR: IndexDeclaration = {
  collection: 'changes',
  name: 'change_by_actor',
  key: { tenant: 1, actor: 1, _id: 1 },
};

/** The events of a record, as `verify` follows them. A key begins with its tenant. Of schema version 3. */
export const EVENTS_OF_RECORDS: IndexDeclaration = {
  collection: 'events',
  name: 'event_of_record',
  key: { key: 1, position: 1 },
};
