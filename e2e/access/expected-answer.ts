import { type ActingRole, isInEnvironment, isLetIn, type Operation, type Plan, writes } from '@fulfilment/contracts';
import type { Environment } from '@fulfilment/kernel';
import type { Answer } from '../system/call.ts';

/** The caller, as far as permissions depend on it. */
export interface Asking {
  readonly role: ActingRole;
  readonly environment: Environment;
  readonly plan: Plan;
}

/** `allowed`, or the code of the refusal, with the permission that is missing. */
export type ExpectedAnswer = string;

/** The result that the contracts promise; without a caller, that of an anonymous request. */
export function expectedAnswer(operation: Operation, asking?: Asking): ExpectedAnswer {
  if (operation.access === 'open') return 'allowed';
  if (!asking) return 'unauthenticated';
  return asking.role.startsWith('member:') ? answerToMember(operation, asking) : answerToKey(operation, asking);
}

function answerToKey(operation: Operation, { role, environment, plan }: Asking): ExpectedAnswer {
  const { access, permission } = operation;
  if (environment === 'production' && plan !== 'enterprise') return 'plan_required';
  if (access === 'session') return 'session_required';
  return isLetIn(role, operation) ? 'allowed' : `forbidden ${permission}`;
}

function answerToMember(operation: Operation, { role, environment, plan }: Asking): ExpectedAnswer {
  const { permission } = operation;
  if (!isLetIn(role, operation)) return `forbidden ${permission}`;
  return isInEnvironment(operation) && environment === 'production' && plan !== 'enterprise' ? 'plan_required' : 'allowed';
}

/** The result of a request that changes nothing: a read finds something or nothing, a write is refused for its body. */
export function answerSeen(operation: Operation, answer: Answer): ExpectedAnswer {
  const { status } = answer;
  const isAllowed = writes(operation) ? status === 422 : status < 400 || status === 404;
  if (isAllowed) return 'allowed';
  const { code, permission } = answer.problem();
  if (status === 401) return code;
  if (status !== 403) return `${status} ${code}`;
  return typeof permission === 'string' ? `${code} ${permission}` : code;
}
