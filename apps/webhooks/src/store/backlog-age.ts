import type { Collections } from './documents.ts';

/** Queues that are looked at: with more than this waiting the age is alarming whichever is the oldest. */
const MOST_QUEUES = 1_000;

/**
 * The age of the oldest event that is still to be delivered, in milliseconds; 0 where there is none. What is held for an endpoint
 * that is disabled does not count: its queue rests.
 */
export function makeBacklogAge({ queues }: Pick<Collections, 'queues'>): () => Promise<number> {
  return async () => {
    const [oldest] = await queues
      .aggregate<{ readonly age_ms: number }>([
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
        { $group: { _id: null, created_at: { $min: '$oldest.created_at' } } },
        { $project: { age_ms: { $max: [0, { $toDouble: { $subtract: ['$$NOW', '$created_at'] } }] } } },
      ])
      .toArray();
    return oldest?.age_ms ?? 0;
  };
}
