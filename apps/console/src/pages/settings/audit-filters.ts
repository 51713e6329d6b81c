import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { startOfDay, useAddressValues } from '../../parts/address-values.ts';
import type { Filter } from '../../parts/filter-bar.tsx';
import { strings } from '../../strings.ts';

const { audit: words } = strings;

/** Members and keys that the filter offers; others are found by their id in the address. */
const MOST_OFFERED = 100;

/** The filters of both audit logs, as the address has them. */
export interface AuditFilters {
  readonly actor?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** The filters that the address has: who, and from the first to the last day by the clock of the browser. */
export function useAuditFilters(): AuditFilters {
  const [{ actor, from, to }] = useAddressValues();
  return { actor, created_after: startOfDay(from), created_before: startOfDay(to, 1) };
}

/** The fields of the filters, with the members and keys of the account by their names. */
export function useAuditFields(): readonly Filter[] {
  const environment = useEnvironment();
  const [{ actor }] = useAddressValues();
  const members = useQuery(reading(accountOperations.listMembers, { query: { limit: MOST_OFFERED } }));
  const keys = useQuery(reading(accountOperations.listKeys, { query: { environment, status: 'all', limit: MOST_OFFERED } }));
  const known = [
    { value: 'operator', label: words.operator },
    ...(members.data?.data ?? []).map(({ id: value, email: label }) => ({ value, label })),
    ...(keys.data?.data ?? []).map(({ id: value, name }) => ({ value, label: words.key(name ?? value) })),
  ];
  const isKnown = actor === undefined || known.some(({ value }) => value === actor);
  return [
    {
      name: 'actor',
      label: words.actor,
      choices: [{ value: '', label: words.anyone }, ...known, ...(isKnown ? [] : [{ value: actor, label: actor }])],
    },
    { name: 'target_id', label: words.only, type: 'search', placeholder: 'key_… mem_… whk_…' },
    { name: 'from', label: words.from, type: 'date' },
    { name: 'to', label: words.to, type: 'date' },
  ];
}
