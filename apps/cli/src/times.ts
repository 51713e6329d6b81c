import { InvalidArgumentError } from 'commander';

const UNIT_SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** A duration in seconds, as `30`, `30s`, `30m`, `24h` or `7d`. @throws InvalidArgumentError for any other text. */
export function seconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It must be a duration such as 30m, 24h or 7d.');
  return Number(count) * (UNIT_SECONDS[unit] ?? 1);
}

/** A time to come, as RFC 3339 in UTC: from a date, a time, or days from now as `30d`. @throws InvalidArgumentError for any other text. */
export function timeAhead(text: string, nowMs = Date.now()): string {
  if (/^\d{1,5}d$/.test(text)) return new Date(nowMs + seconds(text) * 1_000).toISOString();
  return givenTime(text, 'days such as 30d');
}

/**
 * A time that is over, as RFC 3339 in UTC: from a date, a time, or a time ago as `30m`, `24h` or `7d`. Every `--since` is read by it; the
 * service refuses one that is to come.
 *
 * @throws InvalidArgumentError for any other text.
 */
export function timeBefore(text: string, nowMs = Date.now()): string {
  if (/^\d{1,6}[smhd]$/.test(text)) return new Date(nowMs - seconds(text) * 1_000).toISOString();
  return givenTime(text, 'a time ago such as 30m, 24h or 7d');
}

/** @throws InvalidArgumentError for what is neither a date nor an RFC 3339 time. */
function givenTime(text: string, others: string): string {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(`It must be a date, an RFC 3339 time, or ${others}.`);
  return time.toISOString();
}
