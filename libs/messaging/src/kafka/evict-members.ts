// Ambient declarations, which packages that import this file do not include.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./kafkajs-internals.d.ts" />
import { delay } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { Cluster } from 'kafkajs';
import Broker from 'kafkajs/src/broker/index.js';
import { z } from 'zod';
import { within } from '../port.ts';
import { KAFKA_TIMES } from './client.ts';
import { instanceOf } from './placement.ts';

/** Members of a group that are known to be gone. */
export interface Gone {
  readonly groupId: string;
  /** Ids that this process had. */
  readonly memberIds: readonly string[];
  /** The instance that an ended process of the same place told; empty for none. */
  readonly instance: string;
}

/** Without it a rebalance waits for the sessions of these members, so it is worth a moment, and not more. */
const PATIENCE_MS = 2_000;
/** A coordinator that has just started says for a second or two that it loads its groups, or has none. */
const AGAIN_MS = 100;

/** Answers of a coordinator that has just started (Kafka protocol, error codes 14, 15 and 16). */
const LOADING: ReadonlySet<unknown> = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
]);

const described = z.object({
  groups: z.array(z.object({ members: z.array(z.object({ memberId: z.string(), memberMetadata: z.instanceof(Buffer) })) })),
});

/**
 * Removes members that are gone from their group: its next rebalance would otherwise wait until their sessions have ended. A member
 * that is removed in error joins again.
 *
 * It never fails: what it could not do, the end of the session does.
 */
export async function evictMembers(cluster: Cluster, { groupId, memberIds, instance }: Gone, logger: Logger): Promise<void> {
  if (memberIds.length === 0 && instance === '') return;
  const untilMs = performance.now() + KAFKA_TIMES.session;
  const evict = async (): Promise<void> => {
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    const { groups } = described.parse(await coordinator.describeGroups({ groupIds: [groupId] }));
    const members = groups.flatMap((group) => group.members);
    const gone = members.filter(
      ({ memberId, memberMetadata }) =>
        memberIds.includes(memberId) || (instance !== '' && instanceOf(memberMetadata) === instance),
    );
    for (const { memberId } of gone) {
      await Broker.prototype.leaveGroup.call(coordinator, { groupId, memberId });
      logger.info({ group: groupId, memberId }, 'Stale member was removed from its group');
    }
  };
  const evictOnceLoaded = async (): Promise<void> => {
    for (;;) {
      try {
        return await within(PATIENCE_MS, evict());
      } catch (error) {
        if (!isOfLoading(error) || performance.now() + AGAIN_MS > untilMs) throw error;
        await delay(AGAIN_MS);
      }
    }
  };
  await evictOnceLoaded().catch((err: unknown) =>
    logger.debug({ err, group: groupId }, 'Stale members stay in their group until their sessions end'),
  );
}

function isOfLoading(error: unknown): boolean {
  return error instanceof Error && 'type' in error && LOADING.has(error.type);
}
