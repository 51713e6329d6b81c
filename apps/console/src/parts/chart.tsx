import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useStore } from '../api/store.ts';
import { strings } from '../strings.ts';
import { appearance } from './appearance.ts';
import { localTime } from './time.tsx';

/** One line of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** One value a time; null leaves a gap. */
  readonly values: readonly (number | null)[];
  readonly tone?: 'accent' | 'danger' | 'quiet';
}

interface ChartProps {
  readonly title: string;
  /** RFC 3339, ascending. */
  readonly times: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Writes a value with its unit. */
  readonly format?: (value: number) => string;
  readonly height?: number;
}

const TONES = { accent: '--accent', danger: '--danger', quiet: '--ink-quiet' } as const;

/** Series over time as lines, with the same numbers as a table beside it, for readers and for copying. */
export function Chart({ title, times, series, format = String, height = 180 }: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const theme = useStore(appearance);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const plot = new uPlot(optionsOf({ element, series, format, height }), dataOf(times, series), element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, format, height, theme]);
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div ref={frame} aria-hidden="true" />
      <details>
        <summary>{strings.chart.asTable}</summary>
        <section className="table-scroll" tabIndex={0} aria-label={title}>
          <table className="table" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{strings.chart.time}</th>
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
                  <th scope="row">{localTime(time)}</th>
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

interface PlotParts extends Required<Pick<ChartProps, 'series' | 'format' | 'height'>> {
  readonly element: HTMLElement;
}

function optionsOf({ element, series, format, height }: PlotParts): uPlot.Options {
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
  return {
    width: element.clientWidth,
    height,
    cursor: { points: { show: false } },
    axes: [axis, { ...axis, size: 56, values: (_plot, ticks) => ticks.map(format) }],
    series: [
      {},
      ...series.map(({ label, tone = 'accent' }, index) => ({
        label,
        stroke: colour(TONES[tone]),
        width: 1.5,
        // A value between two gaps has no line, so it gets a point.
        points: { show: true, size: 5, filter: () => lonePoints(series[index]?.values ?? []) },
      })),
    ],
  };
}
