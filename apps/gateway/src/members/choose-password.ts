import { normalPassword, passwordFault } from './domain/password.ts';
import type { Member, MemberStore, Passwords } from './member-ports.ts';
import { unfitPassword } from './member-refusals.ts';

/**
 * The hash of a password that a member chooses.
 *
 * @throws AppError `validation_failed` naming what is wrong with it; `upstream_unavailable`.
 */
export type ChoosePassword = (
  member: Pick<Member, 'email'>,
  password: string,
  field: 'password' | 'new_password',
) => Promise<string>;

export interface ChoosePasswordParts {
  readonly members: Pick<MemberStore, 'findByEmail'>;
  readonly passwords: Passwords;
}

export function makeChoosePassword({ members, passwords }: ChoosePasswordParts): ChoosePassword {
  return async ({ email }, password, field) => {
    const normal = normalPassword(password);
    const fault = passwordFault(normal, email);
    if (fault) throw unfitPassword(fault, field);
    const others = await members.findByEmail(email);
    return passwords.hash(normal, others.flatMap(({ passwordHash }) => passwordHash ?? []).at(0));
  };
}
