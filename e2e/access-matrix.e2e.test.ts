import {
  ACCOUNT_OPERATIONS,
  ACTING_ROLES,
  type ActingRole,
  isInEnvironment,
  MEMBER_ROLES,
  type Operation,
  OPERATIONS,
  type Plan,
  ROLES,
} from '@fulfilment/contracts';
import { ENVIRONMENTS, type Environment } from '@fulfilment/kernel';
import { beforeAll, expect, test } from 'vitest';
import { harmlessRequest } from './access/harmless-request-of-contract.ts';
import { type Asking, expectedAnswer, type ExpectedAnswer, answerSeen } from './access/expected-answer.ts';
import { atOnce } from './system/at-once.ts';
import type { Answer } from './system/call.ts';
import { joinAccount } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

const EVERY_OPERATION = [...OPERATIONS, ...ACCOUNT_OPERATIONS];
const PLANS = ['enterprise', 'evaluation'] as const satisfies readonly Plan[];
const CALLERS = PLANS.flatMap((plan) =>
  ENVIRONMENTS.flatMap((environment) => ACTING_ROLES.map((role): Asking => ({ role, environment, plan }))),
);
const AT_ONCE = 8;

/** The headers of a caller's request. */
type Credentials = Readonly<Record<string, string>>;

let system: TestSystem;
let addresses = 0;
const credentials = new Map<string, Credentials>();

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeAll(async () => {
  for (const plan of PLANS) {
    const { id: accountId } = await system.operator.account('A shop with every role');
    for (const { environment, role } of CALLERS.filter((asking) => asking.plan === plan))
      credentials.set(nameOf({ role, environment, plan }), await credentialsOf({ accountId, environment, role }));
    // Production keys were made before.
    await system.operator.setPlan(accountId, plan);
  }
});

async function credentialsOf(who: {
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: ActingRole;
}): Promise<Credentials> {
  const { accountId, environment } = who;
  const role = ROLES.find((each) => each === who.role);
  if (role) return { authorization: `Bearer ${(await system.operator.key({ accountId, environment, role })).key}` };
  const memberRole = MEMBER_ROLES.find((each) => `member:${each}` === who.role);
  if (!memberRole) throw new Error(`${who.role} is the role of neither a key nor a member`);
  return (await joinAccount(system, { accountId, role: memberRole })).headers;
}

function nameOf({ role, environment, plan }: Asking): string {
  return `${role} in ${environment} on ${plan}`;
}

const operationName = ({ method, api, path }: Operation): string => `${method} ${api ?? 'v1'} ${path}`;

function ask(operation: Operation, asking?: Asking): Promise<Answer> {
  const { method, path, options } = harmlessRequest(operation);
  const names = asking?.role.startsWith('member:') === true && isInEnvironment(operation);
  const headers = {
    ...options.headers,
    ...(asking ? credentials.get(nameOf(asking)) : {}),
    'x-forwarded-for': `198.18.${Math.floor((addresses += 1) / 256)}.${addresses % 256}`,
  };
  const call = operation.api === 'account' ? system.callAccount : system.call;
  return call(method, names ? `${path}${path.includes('?') ? '&' : '?'}environment=${asking.environment}` : path, {
    ...options,
    headers,
  });
}

type Answers = Readonly<Record<string, ExpectedAnswer>>;

async function answersOn(asking?: Asking): Promise<Answers> {
  const found = await atOnce(AT_ONCE, EVERY_OPERATION, async (operation): Promise<readonly [string, ExpectedAnswer]> => [
    operationName(operation),
    answerSeen(operation, await ask(operation, asking)),
  ]);
  return Object.fromEntries(found);
}

function expectedAnswersOn(asking?: Asking): Answers {
  return Object.fromEntries(EVERY_OPERATION.map((operation) => [operationName(operation), expectedAnswer(operation, asking)]));
}

test.each(CALLERS.map((asking) => [nameOf(asking), asking] as const))(
  '%s may do what the table of permissions says, and nothing else',
  async (_name, asking) => {
    expect(await answersOn(asking)).toEqual(expectedAnswersOn(asking));
  },
);

test('a request without key and session reaches public operations only', async () => {
  expect(await answersOn()).toEqual(expectedAnswersOn());
});
