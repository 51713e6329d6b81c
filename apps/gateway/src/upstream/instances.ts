import type { Stoppable } from '@fulfilment/kernel';
import { Pool } from 'undici';

/** Milliseconds for which an instance that could not be reached is left alone while others can. */
const DOWN_MS = 1_000;
const CONNECT_MS = 1_000;
/** Milliseconds that an idle connection is kept; shorter than services keep theirs, so that ours is the side that closes. */
const IDLE_MS = 4_000;

/** One process of a service. */
export interface Instance {
  readonly pool: Pool;
  /** Requests that it works on now. */
  inFlight: number;
  downUntilMs: number;
}

/** All processes of one service. */
export interface Instances extends Stoppable {
  /** The next in turn, those that can be reached first; undefined if all have what they can take. */
  pick(): Instance | undefined;
  /** Told that one could not be reached. */
  down(instance: Instance): void;
  /** Whether one is left that could be reached, as far as is known. */
  anyUp(): boolean;
}

export interface InstancesOptions {
  /** Base URLs. */
  readonly origins: readonly string[];
  /** Requests that one instance works on at once. */
  readonly maxInFlight: number;
  /** Milliseconds without a byte of answer. */
  readonly answerMs: number;
}

export function makeInstances({ origins, maxInFlight, answerMs }: InstancesOptions): Instances {
  const options = {
    pipelining: 1,
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: IDLE_MS,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  };
  const all: readonly Instance[] = origins.map((origin) => ({ pool: new Pool(origin, options), inFlight: 0, downUntilMs: 0 }));
  let turn = 0;
  const isUp = ({ downUntilMs }: Instance): boolean => downUntilMs <= performance.now();
  return {
    pick: () => {
      turn = (turn + 1) % all.length;
      const inTurn = [...all.slice(turn), ...all.slice(0, turn)].filter(({ inFlight }) => inFlight < maxInFlight);
      return inTurn.find(isUp) ?? inTurn[0];
    },
    down: (instance) => {
      instance.downUntilMs = performance.now() + DOWN_MS;
    },
    anyUp: () => all.some(isUp),
    stop: async () => {
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}
