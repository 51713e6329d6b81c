import { PROCESSES } from '@fulfilment/contracts';
import { markdown, median, mib, ms } from '../measures/bench.ts';
import type { Amounts } from './counters.ts';
import { type Cell, type Cost, sumOf } from './measure-costs.ts';
import type { Measured, Ratios } from './measure-ratios.ts';
import type { CostResults } from './run-cost-bench.ts';

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function costTables({ idle, cells, ratios, memory, proportional }: CostResults): string {
  const sizes = [...new Set(cells.map(({ skus }) => skus))];
  return [
    ...sizes.flatMap((skus) => {
      const some = cells.filter((cell) => cell.skus === skus);
      return [totals(`${skus} SKUs, a unit`, idle, some), commandsTable(idle, some)];
    }),
    ...ratioTables(ratios),
    memoryTable(memory, proportional),
  ].join('\n\n');
}

const name = ({ path, clients }: Cell): string => `${path} ×${clients}`;
/** Nothing where it rounds to nothing. */
const amount = (value: number | undefined): string =>
  value === undefined || Math.abs(value) < 0.005 ? '' : value.toFixed(Math.abs(value) < 100 ? 2 : 0);

function totals(title: string, idle: Cost, cells: readonly Cell[]): string {
  const columns: readonly Cost[] = [idle, ...cells];
  const row = (what: string, of: (cost: Cost) => number | undefined): string[] => [
    what,
    ...columns.map((each) => amount(of(each))),
  ];
  const ofCells = (what: string, of: (cell: Cell) => string): string[] => [what, '', ...cells.map(of)];
  const named = (field: 'mongodb' | 'kafka' | 'redis' | 'cpuMs', prefix: string, unit = ''): string[][] =>
    namesIn(columns.map((each) => each[field])).map((each) => row(`${prefix}${each}${unit}`, (cost) => cost[field][each]));
  return markdown(
    [title, 'idle second', ...cells.map(name)],
    [
      ofCells('units a second', ({ perSecond }) => perSecond.toFixed(perSecond < 100 ? 1 : 0)),
      ofCells('p50', ({ p50Ms }) => ms(p50Ms)),
      ofCells('p99', ({ p99Ms }) => ms(p99Ms)),
      ofCells('units measured, counted', ({ units, countedUnits }) => `${units}, ${countedUnits}`),
      ofCells('other responses', ({ others }) =>
        Object.entries(others)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
      ),
      row('MongoDB: commands', ({ commands }) => sumOf(commands)),
      ...PROCESSES.map((service) =>
        row(`MongoDB: commands of ${service}`, ({ commands }) => sumOf(beginning(commands, `${service} `))),
      ),
      row('MongoDB: index keys inserted', ({ writes }) => sumOf(ending(writes, ' keysInserted'))),
      row('MongoDB: index keys deleted', ({ writes }) => sumOf(ending(writes, ' keysDeleted'))),
      ...named('mongodb', 'MongoDB: '),
      row('Kafka: records', ({ kafka }) => sumOf(ending(kafka, ' records'))),
      row('Kafka: batches', ({ kafka }) => sumOf(ending(kafka, ' batches'))),
      ...named('kafka', 'Kafka: '),
      row('Redis: commands', ({ redis }) => sumOf(redis)),
      ...named('redis', 'Redis: '),
      row('CPU of all processes, ms', ({ cpuMs }) => sumOf(cpuMs)),
      ...named('cpuMs', 'CPU of ', ', ms'),
    ],
  );
}

function commandsTable(idle: Cost, cells: readonly Cell[]): string {
  const columns = [idle, ...cells].map(({ commands }) => commands);
  const rows = namesIn(columns).map((each) => [each, ...columns.map((commands) => amount(commands[each]))]);
  return markdown(
    ['command of a service to a collection', 'idle second', ...cells.map(name)],
    rows.filter(([, ...amounts]) => amounts.some((each) => each !== '')),
  );
}

function ratioTables({ rests, ceilings, product, ratios, race }: Ratios): string[] {
  const result = `${race.allocated} of ${race.orders} orders allocated, ${race.left} units left`;
  return [
    markdown(['measured alone', 'at once', 'a second', 'p50'], [...ceilings, ...product].map(measuredRow)),
    markdown(
      ['a request between two bare processes', 'CPU of both'],
      rests.map(({ restMs, cpuMicros }) => [`after ${restMs} ms of rest`, `${median(cpuMicros).toFixed(0)} µs`]),
    ),
    markdown(
      ['ratio', 'median', 'by round'],
      [
        ...ratios.map(({ what, rounds }) => [what, median(rounds).toFixed(3), rounds.map((each) => each.toFixed(3)).join(', ')]),
        [`race for ${race.units} units`, race.exact ? 'exact' : 'WRONG', `${result}, ${race.perSecond.toFixed(0)} a second`],
      ],
    ),
  ];
}

function measuredRow({ what, clients, perSecond, p50Ms }: Measured): string[] {
  return [what, String(clients), median(perSecond).toFixed(0), `${median(p50Ms).toFixed(2)} ms`];
}

function memoryTable({ ready, loaded }: CostResults['memory'], shares: CostResults['proportional']): string {
  const row = (process: string, of: (memory: Amounts) => number | undefined): string[] => [
    process,
    ...[ready, loaded, shares.ready, shares.loaded].map((memory) => bytesOf(of(memory))),
  ];
  const rows = Object.keys(ready).map((process) => row(process, (memory) => memory[process]));
  const head = ['resident memory', 'when ready', 'after the load', 'shared pages divided, when ready', 'after the load'];
  return markdown(head, [...rows, row('all', sumOf)]);
}

/** Nothing where the machine does not say it. */
const bytesOf = (bytes: number | undefined): string => (bytes === undefined || bytes === 0 ? '' : mib(bytes));

const namesIn = (columns: readonly Amounts[]): string[] => [...new Set(columns.flatMap((each) => Object.keys(each)))].toSorted();
const chosen = (amounts: Amounts, isChosen: (name: string) => boolean): Amounts =>
  Object.fromEntries(Object.entries(amounts).filter(([each]) => isChosen(each)));
const beginning = (amounts: Amounts, prefix: string): Amounts => chosen(amounts, (each) => each.startsWith(prefix));
const ending = (amounts: Amounts, suffix: string): Amounts => chosen(amounts, (each) => each.endsWith(suffix));
