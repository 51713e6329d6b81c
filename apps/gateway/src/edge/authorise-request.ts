import type { Operation } from '@fulfilment/contracts';
import { parseBody } from '@fulfilment/http';
import { AppError } from '@fulfilment/kernel';
import type { Authorise } from '../authentication/authorise.ts';
import type { AuthorisedCaller, Principal } from '../authentication/principal.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';

interface AuthoriseParts {
  readonly gate: Gate;
  readonly authorise: Authorise;
}

/** A session that was confirmed a moment ago is known as it was: before it is refused, it is read again. */
export async function authoriseAfresh(
  { gate, authorise }: AuthoriseParts,
  exchange: Exchange,
  operation: Operation,
  principal: Principal,
): Promise<AuthorisedCaller> {
  try {
    return authorise(principal, operation, exchange.request);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'recent_authentication_required') throw error;
    return authorise(await gate.authenticate(exchange, { isAfresh: true }), operation, exchange.request);
  }
}

/** True where the body decides over recent authentication, so that it has to be here first. */
export function isJudgedByBody({ asksRecentAuthentication }: Operation): boolean {
  return typeof asksRecentAuthentication === 'object';
}

/**
 * Asks for recent authentication where the body that has arrived has a member for which the operation does.
 *
 * @throws AppError `recent_authentication_required`.
 */
export async function authoriseBody(parts: AuthoriseParts, exchange: Exchange, operation: Operation): Promise<void> {
  const { asksRecentAuthentication: members } = operation;
  const { principal, body } = exchange;
  if (typeof members !== 'object' || !principal || !body || !mayHaveOneOf(body, members)) return;
  await authoriseAfresh(parts, exchange, { ...operation, asksRecentAuthentication: true }, principal);
}

/** True also where the body cannot be read here, as a body that the operation will refuse: that answer comes later in the contract. */
function mayHaveOneOf(body: Buffer, members: readonly string[]): boolean {
  let value: unknown;
  try {
    value = parseBody(body);
  } catch {
    return true;
  }
  return typeof value === 'object' && value !== null && members.some((member) => Object.hasOwn(value, member));
}
