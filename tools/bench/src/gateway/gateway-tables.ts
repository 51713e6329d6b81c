import { markdown, median, mib } from '../measures/bench.ts';
import type { Workload } from './workloads.ts';
import { BARE, STRAIGHT } from './contender.ts';
import type { SentOnWire } from './wire-jobs.ts';

/** Everything that was measured of the gateway and beside it. */
export interface GatewayResults {
  readonly workloads: ReadonlyArray<{ readonly workload: Workload; readonly figures: readonly Figures[] }>;
  readonly slow: readonly SlowReading[];
  /** Remarks on the results: versions, and contenders that are missing. */
  readonly remarks: readonly string[];
}

const KIB = 1_024;

/** Below this share of a core another process was at its limit before the contender was. */
const OWN_LIMIT = 0.9;

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function gatewayTables({ workloads, slow, remarks }: GatewayResults): string {
  const tables = workloads.map(({ workload, figures }) =>
    markdown(
      [
        workload.what,
        'CPU of a request',
        'times bare',
        'and Redis',
        `rate, ${workload.atOnce} at once`,
        'added p50',
        'added p99',
      ],
      figures.map(rowOf),
    ),
  );
  const memory = markdown(
    ['slow readers', 'served', 'before', 'at most', 'growth', 'a reader'],
    slow.map((reading) => memoryRow(reading)),
  );
  return [...tables, memory, ...remarks].join('\n\n');
}

function rowOf(figures: Figures): string[] {
  const { contender, timesBare, perSecond, busy } = figures;
  const [times, least, most] = timesBare;
  const rate = `${Math.round(perSecond)} a second`;
  return [
    contender,
    micros(figures.cpuMicros),
    `${times.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    figures.redisMicros === undefined || figures.redisMicros < 1 ? '' : micros(figures.redisMicros),
    busy < OWN_LIMIT ? `${rate} or more` : rate,
    `${figures.addedP50Ms.toFixed(2)} ms`,
    `${figures.addedP99Ms.toFixed(2)} ms`,
  ];
}

function memoryRow({ contender, readers, served, before, peak }: SlowReading): string[] {
  const each = `${Math.round((peak - before) / readers / KIB)} KiB`;
  return [contender, `${served} of ${readers}`, mib(before), mib(peak), mib(peak - before), each];
}

const micros = (value: number): string => `${Math.round(value)} µs`;

/** The results of all turns of one contender: medians of the rounds. */
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

/** One contender's turn in one round. */
export interface Turn {
  readonly contender: string;
  readonly round: number;
  /** Of the contender's process, in microseconds for one request. */
  readonly cpuMicros: number;
  /** Of the Redis that it asks, for one request; missing where that is not a process of this machine. */
  readonly redisMicros?: number | undefined;
  readonly perSecond: number;
  /** CPU time over time: near 1 the contender had all a core gives, and its rate is its own. */
  readonly busy: number;
  /** With one request at once. */
  readonly alone: Pick<SentOnWire, 'p50Ms' | 'p99Ms'>;
}

/** The cost of slow readers to a contender. */
export interface SlowReading {
  readonly contender: string;
  readonly readers: number;
  /** Of them, those that got their answer and still had their connection at the end. */
  readonly served: number;
  /** Resident bytes: after the warm-up and at most while they read. */
  readonly before: number;
  readonly peak: number;
}
