import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useStore } from '../api/store.ts';
import { strings } from '../strings.ts';
import { appearance } from './appearance.ts';
import { dayTemplate, dayText, monthNames, numberText } from '../language/formats.ts';
import { localTime } from './time.tsx';

/** One line of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** One value a time; null leaves a gap. */
  readonly values: readonly (number | null)[];
  readonly tone?: 'accent' | 'danger' | 'quiet';
}

export interface ChartProps {
  readonly title: string;
  /** RFC 3339, ascending. */
  readonly times: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Writes a value with its unit. */
  readonly format?: (value: number) => string;
  readonly height?: number;
  /** Lines by default; steps for an amount that holds until it changes; bars for counts by the minute, days for counts by the day, UTC. */
  readonly kind?: 'lines' | 'steps' | 'bars' | 'days';
}

const TONES = { accent: '--accent', danger: '--danger', quiet: '--ink-quiet' } as const;

/** Series over time, with the same numbers as a table beside it, for readers and for copying. */
export function Chart({ title, times, series, format = numberText, height = 180, kind = 'lines' }: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const theme = useStore(appearance);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const plot = new uPlot(optionsOf({ element, series, format, height, kind }), dataOf(times, series), element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, format, height, kind, theme]);
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div className="plot" ref={frame} aria-hidden="true" />
      <details>
        <summary>{strings.chart.asTable}</summary>
        <section className="table-scroll" tabIndex={0} aria-label={title}>
          <table className="table" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{kind === 'days' ? strings.chart.day : strings.chart.time}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col" data-align="end">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr key={time}>
                  <th scope="row">{kind === 'days' ? dayText(new Date(time)) : localTime(time)}</th>
                  {series.map(({ label, values }) => (
                    <td key={label} data-align="end">
                      {textOf(values[index], format)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

function textOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

function dataOf(times: readonly string[], series: readonly ChartSeries[]): uPlot.AlignedData {
  return [times.map((time) => Date.parse(time) / 1_000), ...series.map(({ values }) => [...values])];
}

function lonePoints(values: readonly (number | null)[]): number[] {
  const isGap = (index: number): boolean => (values[index] ?? null) === null;
  return [...values.keys()].filter((index) => !isGap(index) && isGap(index - 1) && isGap(index + 1));
}

interface PlotParts extends Required<Pick<ChartProps, 'series' | 'format' | 'height' | 'kind'>> {
  readonly element: HTMLElement;
}

function optionsOf({ element, series, format, height, kind }: PlotParts): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => {
    // A canvas knows no light-dark(): the colour is read as an element has it.
    element.style.color = `var(${name})`;
    const read = style.color;
    element.style.color = '';
    return read;
  };
  const axis = {
    stroke: colour('--ink-quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  const hasBars = kind === 'bars' || kind === 'days';
  return {
    width: element.clientWidth,
    height,
    ...(kind === 'days' ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC') } : {}),
    fmtDate: (template) => uPlot.fmtDate(template, { MMMM: [...monthNames], MMM: [...monthNames], WWWW: [], WWW: [] }),
    cursor: { points: { show: false } },
    scales: { x: { range: RANGES[kind] }, y: { range: kind === 'steps' ? padded : fromZero } },
    axes: [
      // Of a label with seconds, and the gap beside it.
      { ...axis, values: TIME_LABELS, space: 72 },
      { ...axis, size: widthOfLabels, incrs: WHOLE_STEPS, values: (_plot, ticks) => ticks.map(format) },
    ],
    series: [
      kind === 'days'
        ? { label: strings.chart.day, value: (_plot, seconds) => dayOf(seconds) }
        : { label: strings.chart.time, value: (_plot, seconds) => timeOf(seconds) },
      ...series.map(({ label, tone = 'accent' }, index) => ({
        label,
        stroke: colour(TONES[tone]),
        width: hasBars ? 0 : 1.5,
        ...(hasBars ? { fill: colour(TONES[tone]) } : {}),
        ...pathsOf(kind),
        value: (_plot: uPlot, value: number | null) => (value === null ? '' : format(value)),
        // A value between two gaps has no line, so it gets a point.
        points: { show: kind === 'lines', size: 5, filter: () => lonePoints(series[index]?.values ?? []) },
      })),
    ],
  };
}

/** Room for the longest label of amounts, in the font of the axes, and for the gap beside it. */
function widthOfLabels(_plot: uPlot, labels: readonly string[] | null): number {
  return Math.max(LEAST_LABEL, ...(labels ?? []).map(({ length }) => length * DIGIT + 16));
}
const LEAST_LABEL = 56;
const DIGIT = 8;

function pathsOf(kind: PlotParts['kind']): Pick<uPlot.Series, 'paths'> {
  const { stepped, bars } = uPlot.paths;
  if (kind === 'steps' && stepped) return { paths: stepped({ align: 1 }) };
  return kind !== 'lines' && bars ? { paths: bars({ size: [0.7, 24] }) } : {};
}

/** Labels of the axis of times by the distance of two: hours as the browser's texts have them, and the day where it changes. */
const DAY = `\n${dayTemplate}`;
const TIME_LABELS: NonNullable<uPlot.Axis['values']> = [
  [365 * 86_400, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * 86_400, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, dayTemplate, null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', DAY, null, DAY, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', DAY, null, DAY, null, null, null, 1],
];

/** Steps between labels of amounts: units, attempts and milliseconds are whole. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_none, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

const HOUR_SECONDS = 3_600;

function atLeastAnHour(_plot: uPlot, first: number, last: number): [number, number] {
  return [Math.min(first, last - HOUR_SECONDS), last];
}

/** Of an amount from its first change on: a young record has no empty hour before it. */
function atLeastAMinute(_plot: uPlot, first: number, last: number): [number, number] {
  return [Math.min(first, last - 60), last];
}

const DAY_SECONDS = 86_400;

/** Room for the bars of the first and of the last minute, or day. */
const RANGES = {
  lines: atLeastAnHour,
  steps: atLeastAMinute,
  bars: (_plot: uPlot, first: number, last: number): [number, number] => [first - 60, last + 60],
  days: (_plot: uPlot, first: number, last: number): [number, number] => [first - DAY_SECONDS, last + DAY_SECONDS],
} as const;

function fromZero(_plot: uPlot, _least: number, most: number): [number, number] {
  return [0, Math.max(4, most * 1.1)];
}

/** Leaves room above and below, and goes down to zero where that is near. */
function padded(_plot: uPlot, least: number, most: number): [number, number] {
  const room = Math.max(2, (most - least) * 0.15);
  return [least - room < most / 3 ? 0 : least - room, most + room];
}

function dayOf(seconds: number | null): string {
  return seconds === null ? '' : dayText(new Date(seconds * 1_000));
}

function timeOf(seconds: number | null): string {
  return seconds === null ? '' : localTime(new Date(seconds * 1_000).toISOString());
}
