import { type ReactNode, useEffect, useState } from 'react';
import { dateText, momentText, relativeText } from '../language/formats.ts';
import { strings } from '../strings.ts';

interface TimeProps {
  /** As the API writes it, RFC 3339 in UTC; null where it has not come. */
  readonly at: string | null;
  /** Beside now; `short` has `5 min. ago`, for columns that are narrow on phones. */
  readonly isRelative?: boolean | 'short';
  /** Shows its day alone. */
  readonly isDay?: boolean;
  readonly fallback?: string;
}

/** A moment in the time of the browser, with UTC on hover. */
export function Time({ at, isRelative = false, isDay = false, fallback = strings.time.never }: TimeProps): ReactNode {
  if (at === null) return <span className="quiet">{fallback}</span>;
  const date = new Date(at);
  const utc = `${at.slice(0, 19).replace('T', ' ')} ${strings.time.utc}`;
  return (
    <time className="time" dateTime={at} title={utc}>
      {isRelative ? relativeText(date, Date.now(), isRelative === 'short') : isDay ? dateText(date) : momentText(date)}
    </time>
  );
}

/** A moment as text in the time of the browser. */
export function localTime(at: string): string {
  return momentText(new Date(at));
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
