import type { Collections } from './documents.ts';

/** Queues that are looked at: with more than this waiting the age is alarming whichever is the oldest. */
const MOST_QUEUES = 1_000;

/** The oldest event that an endpoint has still to get. */
export interface EndpointBacklog {
  readonly endpointId: string;
  readonly ageMs: number;
}

/** Those that are told one by one: each is a time series of its own. */
const TOLD = 20;

/**
 * The endpoints whose oldest event is oldest, up to twenty, the oldest first. What is held for an endpoint that is paused or
 * disabled does not count: its queue is not due.
 */
export function makeBacklogAge({ queues }: Pick<Collections, 'queues'>): () => Promise<readonly EndpointBacklog[]> {
  return async () => {
    const all = await queues
      .aggregate<EndpointBacklog>([
        { $match: { due_at: { $type: 'date' } } },
        { $sort: { due_at: 1 } },
        { $limit: MOST_QUEUES },
        {
          $lookup: {
            from: 'deliveries',
            let: { tenant: '$tenant', endpoint: '$_id' },
            pipeline: [
              {
                $match: {
                  state: 'pending',
                  $expr: { $and: [{ $eq: ['$tenant', '$$tenant'] }, { $eq: ['$endpoint_id', '$$endpoint'] }] },
                },
              },
              { $sort: { position: 1 } },
              { $limit: 1 },
              { $project: { created_at: 1 } },
            ],
            as: 'oldest',
          },
        },
        { $unwind: '$oldest' },
        {
          $project: {
            _id: 0,
            endpointId: '$_id',
            ageMs: { $max: [0, { $toDouble: { $subtract: ['$$NOW', '$oldest.created_at'] } }] },
          },
        },
      ])
      .toArray();
    return all.toSorted((a, b) => b.ageMs - a.ageMs).slice(0, TOLD);
  };
}
