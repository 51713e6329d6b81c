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

function textValues(search: object): AddressValues {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
}
