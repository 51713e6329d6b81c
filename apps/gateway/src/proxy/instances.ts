import type { Stoppable } from '@fulfilment/kernel';
import { Pool } from 'undici';
import type { Instance } from './instance.ts';
import { type CheckTimes, startInstanceChecks } from './instance-checks.ts';

/** Milliseconds for which an instance that could not be reached is left alone while others can. */
const DOWN_MS = 1_000;
const CONNECT_MS = 1_000;
/** Milliseconds that an idle connection is kept; shorter than services keep theirs, so that ours is the side that closes. */
const IDLE_MS = 4_000;

/** All processes of one service. */
export interface Instances extends Stoppable {
  /** The one with the least to do, in turn where they are equal, those that are fit first; undefined if all have what they can take. */
  pick(): Instance | undefined;
  /** Told that one could not be reached. */
  down(instance: Instance): void;
  /** How many are left that could be reached, as far as is known. */
  fit(): number;
}

export interface InstancesOptions {
  /** Base URLs. */
  readonly origins: readonly string[];
  /** Requests that one instance works on at once. */
  readonly maxInFlight: number;
  /** Milliseconds without a byte of answer. */
  readonly answerMs: number;
  /** Other ones for tests. */
  readonly checkTimes?: CheckTimes;
}

export function makeInstances({ origins, maxInFlight, answerMs, checkTimes }: InstancesOptions): Instances {
  const options = {
    pipelining: 1,
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: IDLE_MS,
    // A service says for how long it keeps one, and would be taken at its word.
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  };
  const all: readonly Instance[] = origins.map((origin) => ({
    pool: new Pool(origin, options),
    inFlight: 0,
    downUntilMs: 0,
    isUnfit: false,
  }));
  const checks = startInstanceChecks(all, checkTimes);
  let turn = 0;
  return {
    pick: () => {
      turn = (turn + 1) % all.length;
      const nowMs = performance.now();
      const idlest = (isCandidate: (instance: Instance) => boolean): Instance | undefined => {
        let best: Instance | undefined;
        for (let step = 0; step < all.length; step += 1) {
          const each = all[(turn + step) % all.length];
          if (each && each.inFlight < (best?.inFlight ?? maxInFlight) && isCandidate(each)) best = each;
        }
        return best;
      };
      // Of those that seem down one may be back.
      return idlest((instance) => isUp(instance, nowMs)) ?? idlest(() => true);
    },
    down: (instance) => {
      instance.downUntilMs = performance.now() + DOWN_MS;
    },
    fit: () => all.filter((instance) => isUp(instance, performance.now())).length,
    stop: async () => {
      await checks.stop();
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}

function isUp({ downUntilMs, isUnfit }: Instance, nowMs: number): boolean {
  return !isUnfit && downUntilMs <= nowMs;
}
