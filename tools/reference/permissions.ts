import { ACCOUNT_OPERATIONS, ACTING_ROLES, mayDo, type Operation, OPERATIONS, pathOf, PERMISSIONS } from '@fulfilment/contracts';
import { page, table } from './table.ts';

/** Which role may do what, and which operation asks for which permission. */
export function permissionsPage(): string {
  const grants = table(
    ['permission', ...ACTING_ROLES],
    PERMISSIONS.map((permission) => [`\`${permission}\``, ...ACTING_ROLES.map((role) => (mayDo(role, permission) ? '●' : ''))]),
  );
  const asked = table(
    ['operation', 'request', 'permission'],
    [...OPERATIONS, ...ACCOUNT_OPERATIONS].map((each) => [each.id, `\`${each.method} ${pathOf(each)}\``, askedBy(each)]),
  );
  return page(
    '# Roles and permissions',
    'A key belongs to one account, one environment and one role; a member of an account is owner, developer or viewer in it. What the role lacks is answered with 403 `forbidden`, naming the permission. No key has `members:manage`: who may sign in is changed by a signed-in owner, or by the operator.',
    grants,
    '## Operations',
    asked,
  );
}

function askedBy({ access, permission }: Operation): string {
  if (access === 'open') return 'none, and no key';
  if (permission === null) return access === 'session' ? 'none, but a session' : 'none';
  return `\`${permission}\``;
}
