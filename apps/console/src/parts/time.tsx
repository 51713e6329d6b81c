import { type ReactNode, useEffect, useState } from 'react';
import { strings } from '../strings.ts';

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Steps of a relative time: the unit, and how many seconds it has. */
const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

interface TimeProps {
  /** As the API writes it, RFC 3339 in UTC; null where it has not come. */
  readonly at: string | null;
  readonly isRelative?: boolean;
  readonly fallback?: string;
}

/** A moment in the time of the browser, with UTC on hover. */
export function Time({ at, isRelative = false, fallback = strings.time.never }: TimeProps): ReactNode {
  if (at === null) return <span className="quiet">{fallback}</span>;
  const date = new Date(at);
  const utc = `${at.slice(0, 19).replace('T', ' ')} ${strings.time.utc}`;
  return (
    <time className="time" dateTime={at} title={utc}>
      {isRelative ? relative(date, Date.now()) : LOCAL.format(date)}
    </time>
  );
}

/** A moment as text in the time of the browser. */
export function localTime(at: string): string {
  return LOCAL.format(new Date(at));
}

/** A moment beside now in words; beyond a month its date. @param nowMs Unix milliseconds. */
export function relative(date: Date, nowMs: number): string {
  const seconds = Math.round((date.getTime() - nowMs) / 1_000);
  const [days = ['day', 86_400]] = UNITS;
  if (Math.abs(seconds) > 30 * days[1]) return LOCAL.format(date);
  const [unit, size] = UNITS.find(([, its]) => Math.abs(seconds) >= its) ?? ['second', 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** The time of the browser in Unix milliseconds, told again and again while the part is shown. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
