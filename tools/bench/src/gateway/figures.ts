import { median } from '../measures/rate.ts';
import { BARE, STRAIGHT } from './contender.ts';
import type { Turn } from './take-turns.ts';

/** What all turns of one contender come to: medians of the rounds. */
export interface Figures {
  readonly contender: string;
  readonly cpuMicros: number;
  /** CPU of a request as a multiple of the bare proxy's in the same round: the median, the least and the most. */
  readonly timesBare: readonly [median: number, least: number, most: number];
  readonly redisMicros: number | undefined;
  readonly perSecond: number;
  readonly busy: number;
  /** Milliseconds on top of the straight way's in the same round, with one request at once. */
  readonly addedP50Ms: number;
  readonly addedP99Ms: number;
}

/** @param contenders in the order in which they are to stand. @param turns one of each in each round. */
export function figuresOf(contenders: readonly string[], turns: readonly Turn[]): readonly Figures[] {
  const inRound = (contender: string, round: number): Turn => {
    const found = turns.find((turn) => turn.contender === contender && turn.round === round);
    if (!found) throw new Error(`${contender} had no turn in round ${round}`);
    return found;
  };
  return contenders.map((contender) => {
    const own = turns.filter((turn) => turn.contender === contender);
    const middle = (value: (turn: Turn) => number): number => median(own.map(value));
    const times = own.map((turn) => turn.cpuMicros / inRound(BARE, turn.round).cpuMicros);
    return {
      contender,
      cpuMicros: middle(({ cpuMicros }) => cpuMicros),
      timesBare: [median(times), Math.min(...times), Math.max(...times)],
      redisMicros: own.some(({ redisMicros }) => redisMicros === undefined) ? undefined : middle((turn) => turn.redisMicros ?? 0),
      perSecond: middle(({ perSecond }) => perSecond),
      busy: middle(({ busy }) => busy),
      addedP50Ms: middle(({ alone, round }) => alone.p50Ms - inRound(STRAIGHT, round).alone.p50Ms),
      addedP99Ms: middle(({ alone, round }) => alone.p99Ms - inRound(STRAIGHT, round).alone.p99Ms),
    };
  });
}
