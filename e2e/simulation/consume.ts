import { type ConsumerOptions, startConsumer } from '@fulfilment/messaging';
import { Metrics, silentLogger } from '@fulfilment/observability';
import type { System } from './system.ts';
import type { Actor } from './virtual-time.ts';

/** A process that is being started. */
export interface Process {
  readonly system: System;
  readonly actor: Actor;
  /** Its place, which is that of the process before it. */
  readonly instance: string;
}

/** Shared by all schedules: nothing is decided on them. */
export const metrics = new Metrics({ service: 'simulation', defaults: false });

type Consuming<Message> = Pick<ConsumerOptions<Message>, 'group' | 'topics' | 'decode' | 'handle'>;

/** Consumes as a member of a group. */
export async function consume<Message>({ system, actor }: Process, options: Consuming<Message>): Promise<void> {
  await startConsumer({
    ...options,
    log: system.log.clientOf(actor),
    deadLetters: {
      add: async (entries) => void system.deadLetters.push(...entries),
      openKeys: async () => new Set(),
      allOpenKeys: async () => new Set(),
    },
    logger: silentLogger,
    metrics,
  });
}
