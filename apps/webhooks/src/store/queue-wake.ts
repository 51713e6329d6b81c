/**
 * The update that makes a queue due now, or makes the queue. A queue that a worker has stays with it: it finds the count of
 * wakes changed when it wants to rest, and looks again.
 */
export const wakeOf = (tenant: string) => [
  {
    $set: {
      tenant,
      owner: { $ifNull: ['$owner', null] },
      epoch: { $ifNull: ['$epoch', 0] },
      wakes: { $add: [{ $ifNull: ['$wakes', 0] }, 1] },
      // $min leaves null out.
      due_at: { $cond: [{ $eq: [{ $ifNull: ['$owner', null] }, null] }, { $min: ['$due_at', '$$NOW'] }, '$due_at'] },
    },
  },
];
