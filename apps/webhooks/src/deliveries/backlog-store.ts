import type { Collections } from '../database/collections-documents.ts';
import { NOT_RESENT } from '../database/pending-store.ts';

/** Queues that are looked at: with more than this waiting the age is alarming whichever is the oldest. */
const MOST_QUEUES = 1_000;

/** Since when the delivery has been due that an endpoint has waited for longest. */
export interface EndpointBacklog {
  readonly endpointId: string;
  readonly ageMs: number;
}

/** Those that are told one by one: each is a time series of its own. */
const MAX_SHOWN = 20;

/** Pipeline for the first delivery of a queue, in the order of its events, that meets a condition. */
const dueTo = (condition: object) => [
  {
    $match: {
      ...condition,
      $expr: { $and: [{ $eq: ['$tenant', '$$tenant'] }, { $eq: ['$endpoint_id', '$$endpoint'] }] },
    },
  },
  { $sort: { position: 1 } },
  { $limit: 1 },
  { $project: { since: { $ifNull: ['$due_since', '$created_at'] } } },
];

const lookUp = (name: string, condition: object) => ({
  $lookup: { from: 'pending', let: { tenant: '$tenant', endpoint: '$_id' }, pipeline: dueTo(condition), as: name },
});

const OLDEST_SINCE = { $min: [{ $first: '$first.since' }, { $first: '$new.since' }] };

/**
 * The endpoints that have waited for an event longest, up to twenty, the longest first. What is sent again has waited since it
 * was asked for. What is held for an endpoint that is paused or disabled does not count: its queue is not due.
 */
export function makeBacklogAge({ queues }: Pick<Collections, 'queues'>): () => Promise<readonly EndpointBacklog[]> {
  return async () => {
    const all = await queues
      .aggregate<EndpointBacklog>([
        { $match: { due_at: { $type: 'date' } } },
        { $sort: { due_at: 1 } },
        { $limit: MOST_QUEUES },
        lookUp('first', {}),
        // An event of before that is sent again stands before what has waited longer than it.
        lookUp('new', NOT_RESENT),
        { $match: { first: { $ne: [] } } },
        {
          $project: {
            _id: 0,
            endpointId: '$_id',
            ageMs: { $max: [0, { $toDouble: { $subtract: ['$$NOW', OLDEST_SINCE] } }] },
          },
        },
      ])
      .toArray();
    return all.toSorted((a, b) => b.ageMs - a.ageMs).slice(0, MAX_SHOWN);
  };
}
