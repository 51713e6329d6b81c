/** The roles a key can have. */
export const ROLES = ['admin', 'manager', 'fulfilment', 'integration', 'scanner', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const GRANTS = {
  'inventory:read': ROLES,
  'locations:read': ROLES,
  'inventory:write': ['admin', 'manager'],
  'locations:write': ['admin', 'manager'],
  'stock:transfer': ['admin', 'manager'],
  'orders:read': ['admin', 'manager', 'fulfilment', 'integration', 'viewer'],
  'orders:create': ['admin', 'manager', 'integration'],
  'orders:cancel': ['admin', 'manager', 'integration'],
  'orders:fulfil': ['admin', 'manager', 'fulfilment'],
  'scans:write': ['admin', 'manager', 'fulfilment', 'scanner'],
  'scans:read': ['admin', 'manager', 'fulfilment', 'scanner', 'viewer'],
  'scans:apply': ['admin', 'manager', 'fulfilment', 'scanner'],
  'events:read': ['admin', 'manager', 'integration'],
  'integrity:read': ['admin'],
  'webhooks:manage': ['admin'],
  'keys:manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

/** What a key may do, by what its role grants. */
export type Permission = keyof typeof GRANTS;

/** Every permission, in the order of the table in the reference. */
export const PERMISSIONS: readonly Permission[] = Object.keys(GRANTS).filter((name): name is Permission =>
  Object.hasOwn(GRANTS, name),
);

/** Whether `role` may do what `permission` names. */
export function mayDo(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = GRANTS[permission];
  return roles.includes(role);
}
