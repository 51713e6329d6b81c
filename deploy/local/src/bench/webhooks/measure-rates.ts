import { measureBacklog } from './measure-backlog.ts';
import { measureCeiling } from './measure-ceiling.ts';
import { measureLive } from './measure-live.ts';
import type { Stage } from './stage.ts';

/** What is delivered in a second, and what the sender alone can do. */
export interface AgainstCeiling {
  readonly what: 'backlog' | 'backlogs' | 'live';
  readonly endpoints: number;
  /** By round. */
  readonly perSecond: readonly number[];
  readonly ceiling: readonly number[];
  /** Of the ceiling in the same round. */
  readonly shares: readonly number[];
}

interface Round {
  readonly ceiling: number;
  readonly perSecond: number;
}

const SEVERAL = 8;

/** Measures in rounds, each rate right after its ceiling; the first round only warms up. */
export async function measureRates(
  stage: Stage,
  { progress, signal }: { readonly progress: (line: string) => void; readonly signal: AbortSignal },
): Promise<readonly AgainstCeiling[]> {
  const measures = [
    { what: 'backlog', endpoints: 1, measure: () => measureBacklog(stage, 1) },
    { what: 'live', endpoints: 1, measure: () => measureLive(stage) },
    { what: 'backlogs', endpoints: SEVERAL, measure: () => measureBacklog(stage, SEVERAL) },
  ] as const;
  const rounds = measures.map((): Round[] => []);
  for (let round = 0; round <= stage.extent.rounds; round += 1) {
    progress(round === 0 ? 'Warming up' : `Measuring rates, round ${round}`);
    for (const [place, { endpoints, measure }] of measures.entries()) {
      signal.throwIfAborted();
      const measured = { ceiling: await measureCeiling(stage, endpoints), perSecond: await measure() };
      if (round > 0) rounds[place]?.push(measured);
    }
  }
  return measures.map(({ what, endpoints }, place) => ({ what, endpoints, ...inColumns(rounds[place] ?? []) }));
}

function inColumns(rounds: readonly Round[]): Pick<AgainstCeiling, 'perSecond' | 'ceiling' | 'shares'> {
  return {
    perSecond: rounds.map(({ perSecond }) => perSecond),
    ceiling: rounds.map(({ ceiling }) => ceiling),
    shares: rounds.map(({ perSecond, ceiling }) => perSecond / ceiling),
  };
}
