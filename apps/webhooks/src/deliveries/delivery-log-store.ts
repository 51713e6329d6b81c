import { errors } from '@fulfilment/contracts';
import { type Page, tenantKey } from '@fulfilment/kernel';
import { madeWithin, onceCommitted, type Picking, pickingBy, readPage, scopeOf, type Test, transact } from '@fulfilment/mongo';
import type { Filter } from 'mongodb';
import { COLLECTION_NAMES, type Database } from '../database/collections-documents.ts';
import {
  DELIVERIES_BY_TYPE,
  DELIVERIES_OF_FEW,
  DELIVERY_LOG,
  DELIVERY_OF_EVENT,
  PENDING_LOG,
} from '../database/webhook-indexes.ts';
import { recordAudit } from '../audit/audit-log-store.ts';
import {
  type AttemptDocument,
  attemptsId,
  type DeliveryDocument,
  type PendingDocument,
  toAttemptFacts,
  toFacts,
} from '../database/delivery-documents.ts';
import type { DeliveryFilter, DeliveryLog, MadeAttempt } from './delivery-ports.ts';
import type { DeliveryFacts } from '../model/domain/delivery.ts';
import { KEPT_DAYS } from '../model/domain/delivery.ts';
import { bringForward, RESENT, ENDED_STATES, rebuildPending, withKeptEvents } from '../database/pending-store.ts';
import { releaseOf } from '../database/queue-documents.ts';

/** Attempts of one record are read at once; a record has some hundreds at most. */
const RECORDS_AT_ONCE = 20;

/** Lists, finds and resends the deliveries of an owner. */
export function makeDeliveryLog(database: Database): DeliveryLog {
  const { client, collections, now, onDue } = database;
  const { deliveries, attempts, endpoints, queues } = collections;
  return {
    page: makeDeliveryPages(database),
    find: async (owner, id) => {
      const found = await deliveries.findOne({ _id: id, tenant: tenantKey(owner) });
      if (!found) throw notFound();
      return toFacts(found);
    },
    findWhole: async (owner, deliveryId) => {
      const tenant = tenantKey(owner);
      const delivery = await deliveries.findOne({ _id: deliveryId, tenant });
      if (!delivery) throw notFound();
      // Attempts are written with the delivery that names them: these are what its count and state tell of.
      const ids = delivery.recorded_in?.map((record) => attemptsId(tenant, record)) ?? [];
      const projection = { made: { $filter: { input: '$made', cond: { $eq: ['$$this.delivery_id', deliveryId] } } } };
      const found = await attempts.find({ _id: { $in: ids }, tenant }, { projection }).toArray();
      const made = found.flatMap((record) => record.made.map(toAttemptFacts)).toSorted((a, b) => a.n - b.n);
      return { delivery: toFacts(delivery), attempts: made };
    },
    attemptsBetween: async (owner, { after, before }) => {
      const tenant = tenantKey(owner);
      const [record = '', place = ''] = after.split('.');
      const range = { $gte: attemptsId(tenant, record), $lt: attemptsId(tenant, before) };
      const found = await attempts
        .find({ _id: range, tenant }, { projection: { 'made.excerpt': 0, 'made.response_headers': 0 } })
        .sort({ _id: 1 })
        .limit(RECORDS_AT_ONCE)
        .toArray();
      return found.flatMap(({ _id, made }) => {
        const own = _id.slice(tenant.length + 1);
        const first = own === record ? Number(place) + 1 : 0;
        return made.slice(first).map((each, at) => toMadeAttempt(each, `${own}.${first + at}`));
      });
    },
    findMany: async (owner, ids) => {
      const found = await deliveries.find({ _id: { $in: [...ids] }, tenant: tenantKey(owner) }).toArray();
      return found.map(toFacts);
    },
    resend: async (owner, id, by) => {
      const resent = await transact(client, async (session) => {
        const tenant = tenantKey(owner);
        const found = await deliveries.findOne({ _id: id, tenant }, { session });
        const endpointId = found?.endpoint_id ?? '';
        if (!found || !(await endpoints.findOne({ _id: endpointId, tenant }, { session, projection: { _id: 1 } })))
          throw notFound();
        if (found.state === 'pending') await bringForward([id], { session, collections });
        else if (!ENDED_STATES.includes(found.state))
          throw errors.deliveryNotEnded(`The delivery is ${found.state} and has not ended.`, {
            facts: { current_status: found.state },
          });
        const isWaiting = found.state === 'pending';
        const [kept] = await withKeptEvents([found], { session, collections });
        if (!kept) throw errors.eventExpired(`The event of the delivery is older than ${KEPT_DAYS} days.`);
        const due = isWaiting
          ? await deliveries.findOne({ _id: id, tenant }, { session })
          : await deliveries.findOneAndUpdate({ _id: id, tenant }, RESENT, { session, returnDocument: 'after' });
        if (!due) throw notFound();
        await rebuildPending([id], { session, collections });
        // Its owner wants it now, whatever the receiver has asked for.
        await endpoints.updateOne({ _id: endpointId, rests_until: { $ne: null } }, { $set: { rests_until: null } }, { session });
        await queues.updateOne({ _id: endpointId }, releaseOf(tenant), { upsert: true, session });
        const audit = { action: 'delivery.resent', details: { event_id: found.event_id }, target: { type: 'delivery', id } };
        await recordAudit({ ...audit, tenant, endpointId, by }, { session, collections, at: now() });
        return toFacts(due);
      });
      onceCommitted(() => onDue([resent.endpointId]));
      return resent;
    },
  };
}

const notFound = () => errors.notFound('There is no such delivery, or its endpoint was removed.');

/** Lists deliveries of an endpoint, the newest first. */
function makeDeliveryPages({ collections: { deliveries }, cursors }: Database): DeliveryLog['page'] {
  const listed = deliveries.db.collection<Listed>(COLLECTION_NAMES.deliveries);
  const pending = deliveries.db.collection<Listed>(COLLECTION_NAMES.pending);
  const factsOf = async (ids: readonly string[], tenant: string, states: readonly State[]): Promise<DeliveryFacts[]> => {
    const found = await deliveries.find({ _id: { $in: [...ids] }, tenant, state: { $in: [...states] } }).toArray();
    return found.map(toFacts).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  };
  return async ({ tenant: owner, endpointId }, filter, page): Promise<Page<DeliveryFacts>> => {
    const tenant = tenantKey(owner);
    const { states, eventTypes, eventId, since, until } = filter;
    const shown = {
      state: scopeOf(states),
      eventType: scopeOf(eventTypes),
      eventId,
      since: since?.toISOString(),
      until: until?.toISOString(),
    };
    const ofEndpoint = { tenant, endpoint_id: endpointId, ...madeWithin('dlv', since, until) };
    const scope = { tenant, list: `deliveries of ${endpointId}`, filter: shown };
    const request = { ...page, sort: { _id: -1 as const }, scope };
    const rare = states?.filter(isRare) ?? [];
    // An event has one delivery, wherever that stands. Most deliveries are delivered: with these, the log itself is read.
    if (eventId === undefined && states?.includes('pending') === true && !states.includes('delivered')) {
      const waiting = { collection: pending, filter: ofEndpoint, hint: PENDING_LOG };
      const ended = { filter: { ...ofEndpoint, rare_state: { $in: rare } }, hint: DELIVERIES_OF_FEW };
      const parts = rare.length === 0 ? waiting : { collection: listed, ...ended, also: waiting };
      const isOfType: Test<Listed> = eventTypes && (({ event_type: type }) => eventTypes.includes(type));
      const found = await readPage(cursors, { ...request, ...parts, ...pickingBy([isOfType]) }, idOf);
      return { ...found, data: await factsOf(found.data, tenant, states) };
    }
    const { filter: told, ...part } = partOf({ states, eventTypes, eventId, rare });
    return readPage(cursors, { ...request, collection: deliveries, ...part, filter: { ...ofEndpoint, ...told } }, toFacts);
  };
}

type State = DeliveryFacts['state'];
type RareState = Exclude<State, 'pending' | 'delivered'>;
const isRare = (state: State): state is RareState => state !== 'pending' && state !== 'delivered';

/** A delivery in the log, or in the collection of pending ones. */
type Listed = Pick<PendingDocument, '_id' | 'tenant' | 'endpoint_id' | 'event_type'> & Pick<DeliveryDocument, 'rare_state'>;

const idOf = ({ _id }: Listed): string => _id;

interface LogPart {
  readonly filter: Filter<DeliveryDocument>;
  readonly hint: string;
  readonly picking?: Picking<DeliveryDocument>;
}

type AskedOfLog = Pick<DeliveryFilter, 'states' | 'eventTypes' | 'eventId'> & { readonly rare: readonly RareState[] };

/** The part of the log that a list is read from, by one index; a page looks at some of it for what else is asked. An event has one delivery. */
function partOf({ states, eventTypes, eventId, rare }: AskedOfLog): LogPart {
  const isOfType: Test<DeliveryDocument> = eventTypes && (({ event_type: type }) => eventTypes.includes(type));
  const isInState: Test<DeliveryDocument> = states && (({ state }) => states.includes(state));
  if (eventId !== undefined)
    return { filter: { event_id: eventId }, hint: DELIVERY_OF_EVENT, ...pickingBy([isOfType, isInState]) };
  if (states !== undefined && rare.length === states.length)
    return { filter: { rare_state: { $in: [...rare] } }, hint: DELIVERIES_OF_FEW, ...pickingBy([isOfType]) };
  if (eventTypes === undefined) return { filter: {}, hint: DELIVERY_LOG, ...pickingBy([isInState]) };
  return { filter: { event_type: { $in: [...eventTypes] } }, hint: DELIVERIES_BY_TYPE, ...pickingBy([isInState]) };
}

function toMadeAttempt(document: Omit<AttemptDocument, 'excerpt' | 'response_headers'>, position: string): MadeAttempt {
  const { n, at, latency_ms: latencyMs, status, error, outcome, delivery_id: deliveryId, endpoint_id: endpointId } = document;
  return { position, deliveryId, endpointId, attempt: { n, at, latencyMs, status, error, outcome } };
}
