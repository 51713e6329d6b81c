import { delay, type Stoppable } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Logger } from '@fulfilment/observability';
import type { Collection, Db } from 'mongodb';
import type { HintChannel } from './hints.ts';

/** What leases of lanes are made of; times are in milliseconds. */
export interface LaneLeasesOptions {
  /** What the lanes are of: processes with the same name share them. */
  readonly name: string;
  readonly lanes: number;
  /** Names this process, and no other that ever was. */
  readonly owner: string;
  readonly hints: HintChannel;
  readonly logger: Logger;
}

/** The lanes of this process, which change as others come and go. */
export interface LaneLeases extends Stoppable {
  /** Numbers from 0; only those whose lease has not run out by this process's own clock. */
  readonly held: () => readonly number[];
}

interface LaneDocument {
  readonly _id: string;
  readonly name: string;
  readonly lane: number;
  readonly owner: string | null;
  /** Rises with every change of owner. */
  readonly epoch: number;
  readonly until: Date;
}

interface MemberDocument {
  readonly _id: string;
  readonly name: string;
  readonly until: Date;
}

const LEASE_MS = 4_000;
const RENEW_MS = 1_000;
const LANES = 'relay_lanes';
const MEMBERS = 'relay_members';

/** To be made at the service's start: processes that were killed are forgotten after an hour. */
export const laneLeaseIndexes: readonly IndexDeclaration[] = [
  { collection: MEMBERS, name: 'relay_members_gone', key: { until: 1 }, options: { expireAfterSeconds: 3600 } },
  { collection: LANES, name: 'relay_lanes_by_name', key: { name: 1, until: 1 } },
];

/**
 * Shares lanes evenly among the processes that are alive, by leases of 4 s in MongoDB, renewed every second and measured by
 * the server's clock. A process that was killed is missed after 4 s; one that stops gives its lanes back at once. Two may think
 * that they hold a lane for a moment (one was suspended): what they do with it has to bear that.
 */
export function startLaneLeases(db: Db, options: LaneLeasesOptions): LaneLeases {
  const { name, hints, logger } = options;
  const channel = `lanes.${name}`;
  const store = makeLeaseStore(db, options);
  const stopping = new AbortController();
  let heldUntilMs = 0;
  let held: readonly number[] = [];
  let wake = new AbortController();
  hints.subscribe(channel, () => wake.abort());

  const renew = async (): Promise<void> => {
    const startedAtMs = performance.now();
    const turn = await store.renew();
    held = turn.held;
    heldUntilMs = startedAtMs + LEASE_MS;
    if (turn.released > 0) hints.publish(channel, 'released');
  };

  const keep = async (): Promise<void> => {
    await store.create();
    hints.publish(channel, 'joined');
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      await renew();
      await delay(RENEW_MS, AbortSignal.any([stopping.signal, wake.signal]));
    }
  };

  const keepOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await keep();
      } catch (error) {
        logger.warn({ err: error, lanes: name }, 'Leases were not renewed');
        await delay(RENEW_MS, stopping.signal);
      }
    }
  };
  const keeping = keepOn();

  return {
    held: () => (performance.now() < heldUntilMs ? held : []),
    stop: async () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await keeping;
      held = [];
      await store
        .leave()
        .catch((error: unknown) => logger.warn({ err: error, lanes: name }, 'Leases were not given back; they run out'));
      hints.publish(channel, 'released');
    },
  };
}

interface LeaseStore {
  readonly create: () => Promise<void>;
  /** Lives on, renews, gives up what is too much and takes what is free, up to an even share. */
  readonly renew: () => Promise<{ readonly held: readonly number[]; readonly released: number }>;
  readonly leave: () => Promise<void>;
}

const LATER = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };
const RUNS = { $expr: { $gt: ['$until', '$$NOW'] } };
const RAN_OUT = { $expr: { $lte: ['$until', '$$NOW'] } };

function makeLeaseStore(db: Db, { name, lanes, owner }: LaneLeasesOptions): LeaseStore {
  const members = db.collection<MemberDocument>(MEMBERS);
  const leases = db.collection<LaneDocument>(LANES);
  const memberId = `${name}:${owner}`;
  return {
    create: async () => {
      const numbers = Array.from({ length: lanes }, (_, lane) => lane);
      await leases.bulkWrite(
        numbers.map((lane) => ({
          updateOne: {
            filter: { _id: `${name}:${lane}` },
            update: { $setOnInsert: { name, lane, owner: null, epoch: 0, until: new Date(0) } },
            upsert: true,
          },
        })),
      );
    },
    renew: async () => {
      await members.updateOne({ _id: memberId }, [{ $set: { name, until: LATER } }], { upsert: true });
      await leases.updateMany({ name, owner, ...RUNS }, [{ $set: { until: LATER } }]);
      const alive = await members.countDocuments({ name, ...RUNS });
      const share = Math.ceil(lanes / Math.max(1, alive));
      const mine = (await leases.find({ name, owner, ...RUNS }).toArray()).map(({ lane }) => lane);
      const excess = mine.slice(share);
      if (excess.length > 0)
        await leases.updateMany({ name, owner, lane: { $in: excess } }, [{ $set: { owner: null, until: '$$NOW' } }]);
      const taken = await take(leases, { name, owner, most: share - mine.length });
      return { held: [...mine.slice(0, share), ...taken], released: excess.length };
    },
    leave: async () => {
      await leases.updateMany({ name, owner }, [{ $set: { owner: null, until: '$$NOW' } }]);
      await members.deleteOne({ _id: memberId });
    },
  };
}

async function take(
  leases: Collection<LaneDocument>,
  { name, owner, most }: { name: string; owner: string; most: number },
): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < most) {
    const update = [{ $set: { owner, epoch: { $add: ['$epoch', 1] }, until: LATER } }];
    const lease = await leases.findOneAndUpdate({ name, ...RAN_OUT }, update, { returnDocument: 'after' });
    if (!lease) break;
    taken.push(lease.lane);
  }
  return taken;
}
