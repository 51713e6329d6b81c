import { useNavigate, useRouterState } from '@tanstack/react-router';

/** Values of the address after `?`: filters, sort order, tab. */
export type AddressValues = Readonly<Record<string, string | undefined>>;

/** The values of the address, and a function that changes some of them in place; an empty one is left out. */
export function useAddressValues(): readonly [AddressValues, (change: AddressValues) => void] {
  const values = useRouterState({ select: ({ location }) => textValues(location.search) });
  const navigate = useNavigate();
  const change = (some: AddressValues): void => {
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...some }), replace: true });
  };
  return [values, change];
}

/** A value of the address that is one of some; undefined for any other. */
export function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}

/** The values of the address, with commas between them, that are of some; undefined for none. */
export function someOf<Value extends string>(values: readonly Value[], text = ''): readonly Value[] | undefined {
  const named = text.split(',');
  const known = values.filter((value) => named.includes(value));
  return known.length === 0 ? undefined : known;
}

function textValues(search: object): AddressValues {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}

/** Midnight of a day (`2026-11-28`) by the clock of the browser, or so many days later; undefined for what is no day. */
export function startOfDay(day: string | undefined, later = 0): string | undefined {
  if (day === undefined) return undefined;
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

/** The flag that a text of the address stands for; undefined for any other text. */
export function flagOf(text: string | undefined): boolean | undefined {
  const flag = oneOf(['true', 'false'], text);
  return flag && flag === 'true';
}
