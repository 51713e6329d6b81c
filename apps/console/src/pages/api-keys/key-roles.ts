import type { Choice } from '../../parts/form.tsx';
import type { Role } from '../../api/types.ts';
import { strings } from '../../strings.ts';

const { roles } = strings.keys;

/** The roles of keys, the narrowest that does a common job first, each with what it may do. */
export const KEY_ROLES: readonly Choice[] = (
  ['integration', 'fulfilment', 'scanner', 'viewer', 'manager', 'admin'] satisfies Role[]
).map((value) => ({ value, label: roles[value].title, hint: roles[value].may }));
