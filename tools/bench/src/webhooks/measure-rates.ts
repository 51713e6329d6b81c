import { measureBacklog } from './measure-backlog.ts';
import { measureCeiling } from './measure-ceiling.ts';
import { measureLive } from './measure-live.ts';
import type { Measured } from './measured.ts';
import type { Stage } from './stage.ts';

/** What is delivered in a second, and what the sender alone can do. */
export interface AgainstCeiling {
  readonly what: 'backlog' | 'backlogs' | 'live' | 'lives';
  readonly endpoints: number;
  readonly rounds: readonly Round[];
}

interface Round {
  readonly ceiling: Measured;
  readonly service: Measured;
}

const SEVERAL = 8;

/** Measures in rounds, each rate right after its ceiling; the first round only warms up. */
export async function measureRates(
  stage: Stage,
  { progress, signal }: { readonly progress: (line: string) => void; readonly signal: AbortSignal },
): Promise<readonly AgainstCeiling[]> {
  const measures = [
    { what: 'backlog', endpoints: 1, measure: () => measureBacklog(stage, 1) },
    { what: 'live', endpoints: 1, measure: () => measureLive(stage, 1) },
    { what: 'backlogs', endpoints: SEVERAL, measure: () => measureBacklog(stage, SEVERAL) },
    { what: 'lives', endpoints: SEVERAL, measure: () => measureLive(stage, SEVERAL) },
  ] as const;
  const rounds = measures.map((): Round[] => []);
  for (let round = 0; round <= stage.extent.rounds; round += 1) {
    progress(round === 0 ? 'Warming up' : `Measuring rates, round ${round}`);
    for (const [place, { endpoints, measure }] of measures.entries()) {
      signal.throwIfAborted();
      const measured = { ceiling: await measureCeiling(stage, endpoints), service: await measure() };
      if (round > 0) rounds[place]?.push(measured);
    }
  }
  return measures.map(({ what, endpoints }, place) => ({ what, endpoints, rounds: rounds[place] ?? [] }));
}
