/** The roles a key can have. */
export const ROLES = ['admin', 'manager', 'fulfilment', 'integration', 'scanner', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles a member of an account can have. */
export const MEMBER_ROLES = ['owner', 'developer', 'manager', 'fulfilment', 'scanner', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const MEMBERS = [
  'member:owner',
  'member:developer',
  'member:manager',
  'member:fulfilment',
  'member:scanner',
  'member:viewer',
] as const;

/** Every role of a caller: that of a key, or `member:` and that of a signed-in member. */
export const ACTING_ROLES = [...ROLES, ...MEMBERS] as const;
export type ActingRole = (typeof ACTING_ROLES)[number];

/** The role of a key whose permissions a member has as well: with them a session works under /v1. */
const KEY_ROLE_OF_MEMBER: Readonly<Partial<Record<ActingRole, Role>>> = {
  'member:owner': 'admin',
  'member:developer': 'manager',
  'member:manager': 'manager',
  'member:fulfilment': 'fulfilment',
  'member:scanner': 'scanner',
  'member:viewer': 'viewer',
};

/** Every role of a member, and that of a key which may do everything: they may read the name and plan of an account. */
const INSIDERS = ['admin', ...MEMBERS] as const;
/** Roles that may read the settings of an account. */
const READERS = ['admin', 'member:owner', 'member:developer', 'member:viewer'] as const;
/** Roles that may change keys and endpoints of an account. */
const DEVELOPERS = ['admin', 'member:owner', 'member:developer'] as const;

const GRANTS = {
  'inventory:read': ROLES,
  'locations:read': ROLES,
  'inventory:write': ['admin', 'manager'],
  'locations:write': ['admin', 'manager'],
  'stock:transfer': ['admin', 'manager', 'fulfilment'],
  'reservations:write': ['admin', 'manager', 'integration'],
  'orders:read': ROLES,
  // The address of an order: a device on the floor reads the rest of it.
  'orders:read_ship_to': ['admin', 'manager', 'fulfilment', 'integration', 'viewer'],
  'orders:create': ['admin', 'manager', 'integration'],
  'orders:cancel': ['admin', 'manager', 'integration'],
  'orders:fulfil': ['admin', 'manager', 'fulfilment'],
  'orders:hold': ['admin', 'manager', 'fulfilment', 'integration'],
  'returns:create': ['admin', 'manager', 'integration'],
  'returns:receive': ['admin', 'manager', 'fulfilment', 'scanner'],
  // Persons' data of an order, for good.
  'orders:erase': ['admin'],
  'scans:write': ['admin', 'manager', 'fulfilment', 'scanner'],
  'scans:read': ['admin', 'manager', 'fulfilment', 'scanner', 'viewer'],
  'scans:apply': ['admin', 'manager', 'fulfilment', 'scanner'],
  'events:read': ['admin', 'manager', 'integration'],
  'integrity:read': ['admin'],
  'account:read': INSIDERS,
  'audit:read': READERS,
  'keys:read': READERS,
  'keys:manage': DEVELOPERS,
  'members:read': READERS,
  // No key: a member who may make keys of any role would become an owner by one.
  'members:manage': ['member:owner'],
  'webhooks:read': READERS,
  'webhooks:manage': DEVELOPERS,
} as const satisfies Record<string, readonly ActingRole[]>;

/** A permission that a role can grant. */
export type Permission = keyof typeof GRANTS;

/** Every permission, in the order of the table in the reference. */
export const PERMISSIONS: readonly Permission[] = Object.keys(GRANTS).filter((name): name is Permission =>
  Object.hasOwn(GRANTS, name),
);

/** True if `role` grants `permission`; null needs no permission, so every role has it. */
export function mayDo(role: ActingRole, permission: Permission | null): boolean {
  if (permission === null) return true;
  const roles: readonly ActingRole[] = GRANTS[permission];
  const keyRole = KEY_ROLE_OF_MEMBER[role];
  return roles.includes(role) || (keyRole !== undefined && roles.includes(keyRole));
}

/** The role that a member acts in. */
export function actingRole(role: MemberRole): ActingRole {
  return `member:${role}`;
}
