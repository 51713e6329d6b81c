import { randomBytes } from 'node:crypto';
import { mayDo, type Operation, ROLES } from '@fulfilment/contracts';
import type { Environment, Tenant } from '@fulfilment/kernel';
import type { Answer, CallOptions } from '../system/call.ts';
import { joinAccount, type SignedInMember } from '../system/member.ts';
import { type Receiver, startReceiver } from '../system/receiver.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { type Finds, makeFinds } from './finds.ts';

/** One request of a party. */
export interface PartyRequest extends Pick<CallOptions, 'body' | 'raw' | 'headers'> {
  readonly operation: Pick<Operation, 'api' | 'method' | 'access' | 'permission'>;
  /** Below its API, with its query. */
  readonly path: string;
}

/** A tenant with its members and keys, and all values that they have found in responses. */
export interface Party {
  readonly name: string;
  readonly tenant: Tenant;
  /** In free texts of its records and in nothing else, and never in a request of another. */
  readonly mark: string;
  /** The same in what belongs to its account: its members. */
  readonly accountMark: string;
  readonly owners: readonly SignedInMember[];
  readonly receiver: Receiver;
  readonly finds: Finds;
  /** Sends by its key, or by the session of an owner where it takes one, and keeps nothing of the answer. */
  readonly send: (request: PartyRequest) => Promise<Answer>;
  /** Sends, and finds what is in the answer. @throws Error where that is no success. */
  readonly ask: (request: PartyRequest) => Promise<Answer>;
}

/** The party that owns the account. */
export interface PartyAccount {
  readonly accountId: string;
  readonly mark: string;
}

/** So many that the limit of one session is none for all. */
const OWNERS = ['jo', 'sam', 'kim'];

function isForMembers({ access, permission }: PartyRequest['operation']): boolean {
  return access === 'session' || !ROLES.some((role) => mayDo(role, permission));
}

/** A text that is in no other. */
export const newMark = (): string => `q${randomBytes(6).toString('hex')}q`;

export async function openAccount({ operator }: Pick<TestSystem, 'operator'>): Promise<PartyAccount> {
  const mark = newMark();
  const { id: accountId } = await operator.account(`A shop ${mark}`);
  return { accountId, mark };
}

export async function openParty(
  system: TestSystem,
  { accountId, mark: accountMark }: PartyAccount,
  environment: Environment,
): Promise<Party> {
  const tenant = { accountId, environment };
  const finds = makeFinds();
  const { key } = await system.operator.key(tenant);
  const owners = await Promise.all(
    OWNERS.map((name) => joinAccount(system, { accountId, role: 'owner', name: `${environment}-${name}-${accountMark}` })),
  );
  let turns = 0;
  const send = ({ operation, path, ...options }: PartyRequest): Promise<Answer> => {
    const call = operation.api === 'account' ? system.callAccount : system.call;
    // What is read is always read by the same one: two do not see the same session as their own.
    const turn = operation.method === 'GET' ? 0 : (turns += 1) % owners.length;
    if (!isForMembers(operation)) return call(operation.method, path, { key, ...options });
    return call(operation.method, path, {
      ...options,
      headers: { ...options.headers, ...owners[turn]?.headers },
    });
  };
  const ask = async (request: PartyRequest): Promise<Answer> => {
    const answer = await send(request);
    if (answer.status >= 300) throw new Error(`${request.path} was answered with ${answer.status}: ${answer.text}`);
    noteAnswer(finds, answer);
    return answer;
  };
  const name = `${environment} of ${accountMark}`;
  return { name, tenant, mark: newMark(), accountMark, owners, receiver: await startReceiver(), finds, send, ask };
}

function noteAnswer(finds: Finds, { headers, text }: Answer): void {
  const etag = headers.get('etag');
  if (etag !== null) finds.add('etag', etag);
  if (/[/+]json/.test(headers.get('content-type') ?? '')) finds.note(JSON.parse(text));
}
