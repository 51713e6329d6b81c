import { randomUUID } from 'node:crypto';
import type { Collections } from '../database/collections-documents.ts';
import { fromNow } from '../database/keeping-documents.ts';
import { type QueueDocument, wakeOf } from '../deliveries/queue-documents.ts';
import type { Claim, IdleResult, LeaseStore } from './dispatch-ports.ts';
import { batchedReads } from './batched-reads.ts';

export interface LeaseStoreParts {
  readonly collections: Pick<Collections, 'queues'>;
  /** Names this process, unlike any other, earlier ones included. */
  readonly owner: string;
  /** Milliseconds after which a claim that is not renewed is free again, by the server's clock. */
  readonly leaseMs: number;
}

/** Queues that are due by the server's clock, so that workers need not agree on theirs. */
const IS_DUE = { due_at: { $type: 'date' as const }, $expr: { $lte: ['$due_at', '$$NOW'] } };

const WAKES_AT_ONCE = 1_000;

const RAISED = { $add: ['$epoch', 1] };

export function makeLeaseStore({ collections: { queues }, owner, leaseMs }: LeaseStoreParts): LeaseStore {
  const mine = ({ endpointId, epoch }: Claim) => ({ _id: endpointId, owner, epoch });
  // After a takeover from a worker that died, when that sent its last request is unknown.
  const lease = { owner, epoch: RAISED, due_at: fromNow(leaseMs), orphaned: { $ne: ['$owner', null] } };

  /** One write and one read for any number of queues: attempts wait for the same connections. */
  const claimAll = async (ids: readonly string[]): Promise<readonly Claim[]> => {
    const claim = randomUUID();
    await queues.updateMany({ _id: { $in: [...ids] }, ...IS_DUE }, [{ $set: { ...lease, claim } }]);
    const claimed = await queues.find({ _id: { $in: [...ids] }, owner, claim }, { readConcern: { level: 'local' } }).toArray();
    return claimed.map(toClaim);
  };
  const wakeOne = batchedWakes(queues);
  const afterMiss = async (claim: Claim): Promise<IdleResult> => {
    const found = await queues.findOne(mine(claim), { readConcern: { level: 'local' } });
    return found ? { type: 'woken', wakes: found.wakes } : { type: 'lost' };
  };

  return {
    wake: async (keys) => {
      await Promise.all(keys.map(({ endpointId, tenant }) => wakeOne(`${endpointId} ${tenant}`)));
    },
    claim: async (limit) => {
      const due = await queues
        .find(IS_DUE, { projection: { _id: 1 } })
        .sort({ due_at: 1 })
        .limit(limit)
        .toArray();
      return due.length === 0 ? [] : claimAll(due.map(({ _id }) => _id));
    },
    renew: async (claims) => {
      const ids = claims.map(({ endpointId }) => endpointId);
      await queues.updateMany({ _id: { $in: ids }, owner }, [{ $set: { due_at: fromNow(leaseMs) } }]);
      const kept = await queues.find({ _id: { $in: ids }, owner }, { readConcern: { level: 'local' } }).toArray();
      const epochs = new Map(kept.map(({ _id, epoch }) => [_id, epoch]));
      return claims.filter(({ endpointId, epoch }) => epochs.get(endpointId) === epoch);
    },
    idle: async (claim, { dueAt, heldUntil }) => {
      const released = { $set: { owner: null, due_at: dueAt, held_until: heldUntil } };
      const { matchedCount } = await queues.updateOne({ ...mine(claim), wakes: claim.wakes }, released);
      return matchedCount === 1 ? { type: 'idle' } : afterMiss(claim);
    },
    giveBack: async (claim, afterMs) => {
      await queues.updateOne(mine(claim), givenBack(afterMs));
    },
    delete: async (claim) => {
      const { deletedCount } = await queues.deleteOne({ ...mine(claim), wakes: claim.wakes });
      return deletedCount === 1 ? { type: 'idle' } : afterMiss(claim);
    },
  };
}

const givenBack = (afterMs: number) => [{ $set: { owner: null, due_at: fromNow(afterMs), held_until: fromNow(afterMs) } }];

/** Events come in groups, and each of them wakes the same busy endpoints: concurrent wake-ups of a queue become one. */
function batchedWakes(queues: Collections['queues']) {
  return batchedReads<true>({
    maxKeys: WAKES_AT_ONCE,
    read: async (names) => {
      const wakes = names.map((name) => {
        const [endpointId = '', tenant = ''] = name.split(' ');
        return { updateOne: { filter: { _id: endpointId }, update: wakeOf(tenant), upsert: true } };
      });
      await queues.bulkWrite(wakes, { ordered: false });
      return new Map();
    },
  });
}

function toClaim({ _id: endpointId, tenant, epoch, wakes, orphaned = false }: QueueDocument): Claim {
  return { endpointId, tenant, epoch, wakes, orphaned };
}
