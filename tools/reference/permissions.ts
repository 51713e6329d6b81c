import { mayDo, OPERATIONS, PERMISSIONS, ROLES } from '@fulfilment/contracts';
import { page, table } from './table.ts';

/** Which role may do what, and which operation asks for which permission. */
export function permissionsPage(): string {
  const grants = table(
    ['permission', ...ROLES],
    PERMISSIONS.map((permission) => [`\`${permission}\``, ...ROLES.map((role) => (mayDo(role, permission) ? '●' : ''))]),
  );
  const asked = table(
    ['operation', 'request', 'permission'],
    OPERATIONS.map(({ id, method, path, permission }) => [id, `\`${method} /v1${path}\``, `\`${permission}\``]),
  );
  return page(
    '# Roles and permissions',
    'A key belongs to one account, one environment and one role. What its role lacks is answered with 403 `forbidden`, naming the permission.',
    grants,
    '## Operations',
    asked,
  );
}
