import { clientTimestamp } from '@fulfilment/contracts';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

const DAY_SECONDS = 86_400;
const UNIT_SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: DAY_SECONDS };

/** Ten years. A longer duration is a slip of the hand: `99999d` is the year 2300. */
const MOST_DAYS = 3_650;

/** A duration in seconds, as `30`, `30s`, `30m`, `24h` or `7d`. @throws InvalidArgumentError for any other text, and beyond ten years. */
export function seconds(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd]?)$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It must be a duration such as 30m, 24h or 7d.');
  const total = Number(count) * (UNIT_SECONDS[unit] ?? 1);
  if (total > MOST_DAYS * DAY_SECONDS) throw new InvalidArgumentError(`It must be ${MOST_DAYS}d at most.`);
  return total;
}

/** A time to come, as RFC 3339 in UTC: from a date, a time, or days from now as `30d`. @throws InvalidArgumentError for any other text. */
export function timeAhead(text: string, nowMs = Date.now()): string {
  if (/^\d+d$/.test(text)) return new Date(nowMs + seconds(text) * 1_000).toISOString();
  return givenTime(text, 'days such as 30d');
}

/**
 * A time that is over, as RFC 3339 in UTC: from a date, a time, or a time ago as `30m`, `24h` or `7d`. Every `--since` is read by it; the
 * service refuses one that is to come.
 *
 * @throws InvalidArgumentError for any other text.
 */
export function timeBefore(text: string, nowMs = Date.now()): string {
  if (/^\d+[smhd]$/.test(text)) return new Date(nowMs - seconds(text) * 1_000).toISOString();
  return givenTime(text, 'a time ago such as 30m, 24h or 7d');
}

/** @throws InvalidArgumentError with its reason for what is neither a date nor an RFC 3339 time. */
function givenTime(text: string, others: string): string {
  const [, day, time, offset] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}[\d:.]*)(.*))?$/.exec(text) ?? [];
  if (day !== undefined && !z.iso.date().safeParse(day).success) throw new InvalidArgumentError(`There is no such day: ${day}.`);
  if (time !== undefined && offset === '')
    throw new InvalidArgumentError(`A time needs its offset from UTC: ${day}T${time}Z, or as +02:00 in place of Z.`);
  const given = clientTimestamp.safeParse(time === undefined ? `${day}T00:00:00Z` : text);
  if (given.success) return new Date(given.data).toISOString();
  throw new InvalidArgumentError(`It must be a date, an RFC 3339 time with its offset from UTC, or ${others}.`);
}
