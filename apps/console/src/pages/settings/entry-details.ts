import { inWords } from '../../language/codes.ts';
import { durationText, momentText, numberText, sizeText } from '../../language/formats.ts';
import { strings } from '../../strings.ts';
import { settingsWords as words } from './settings-strings.ts';

/**
 * The details of an entry of the audit logs as people read them, each with its name; those that say nothing are left out.
 *
 * @param known the name by which the record is shown beside them, which is not said again.
 */
export function detailTexts({ rate, burst, ...details }: Readonly<Record<string, unknown>>, known = ''): readonly string[] {
  const hasLimit = typeof rate === 'number' && typeof burst === 'number';
  const limit = hasLimit ? { limit: strings.keys.limitOf(rate, burst) } : { rate, burst };
  return Object.entries({ ...details, ...limit }).flatMap(([name, value]) => {
    const text = textOf(name, value);
    return text === '' || text === known ? [] : `${inWords(name, words.details)}: ${text}`;
  });
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => textOf(name, each)).join(', ');
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return amountText(name, value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const known = CODES[name];
  if (known && Object.hasOwn(known, value)) return known[value] ?? value;
  return MOMENT.test(value) ? momentText(new Date(value)) : value;
}

function amountText(name: string, value: number): string {
  if (name === 'overlap_seconds') return durationText(value * 1_000);
  return name === 'bytes' ? sizeText(value) : numberText(value);
}

const ROLES = Object.fromEntries(
  Object.entries({ ...strings.keys.roles, ...strings.members.roles }).map(([role, { title }]) => [role, title]),
);

/** The words for the codes of a detail, by its name. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  by: words.methods,
  from: ROLES,
  method: words.methods,
  plan: strings.account.plans,
  role: ROLES,
  to: ROLES,
};
