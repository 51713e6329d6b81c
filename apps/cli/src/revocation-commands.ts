import { operatorOperations as operator, type Revocation, revocation } from '@fulfilment/contracts';
import { type OperatorClient, OperatorRefusal } from '@fulfilment/identity';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type AddVerbs, dryRunOption, type Manuals, Refused, textTable, verb } from './command.ts';
import { timeBefore } from './times.ts';

interface ListOptions {
  readonly json?: boolean;
  readonly since: string;
}

interface ApplyOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

const listed = z.strictObject({ data: z.array(revocation).describe('What was revoked, oldest first.') });

export const addRevocationVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List keys, members, sessions and accounts that were revoked, removed or suspended since a time.')
    .requiredOption(
      '--since <time>',
      'the time of the backup: a date, RFC 3339, or a time before now as 30m, 24h or 7d',
      (text) => timeBefore(text),
    )
    .action((options: ListOptions) =>
      perform(async ({ client }) => {
        const data = await readAll(client, options.since);
        const rows = data.map(({ at, action, target, account_id: account }) => [at, action, target.id, account]);
        return { json: { data }, text: data.length === 0 ? 'None.' : textTable(['AT', 'ACTION', 'RECORD', 'ACCOUNT'], rows) };
      }, options),
    );
  verb(
    noun,
    'apply',
    'After a backup is restored: revoke, remove and suspend again what a list from before the restore names, and end all sessions.',
  )
    .argument('<file>', 'what `revocation list --json` printed before the restore')
    .addOption(dryRunOption())
    .action((file: string, { dryRun = false, ...options }: ApplyOptions) =>
      perform(async ({ client }) => {
        const plan = planOf(await readList(file));
        const done: Applied[] = [];
        for (const each of plan.again) done.push(await applied(client, each, dryRun));
        // Of an empty list too: sessions that were ended since the backup are open again, and the list may be an hour older.
        const ended = dryRun ? 0 : (await client.call(operator.endSessions)).ended;
        const json = { applied: done, by_hand: plan.by_hand, sessions_ended: ended, dry_run: dryRun };
        const rows = [
          ...done.map(({ action, id, result }) => [action, id, result]),
          ...plan.by_hand.map(({ action, target }) => [action, target.id, 'to be done by a person']),
        ];
        const text = rows.length === 0 ? 'Nothing to apply.' : textTable(['ACTION', 'RECORD', 'RESULT'], rows);
        return { json, text: `${text}\n${ended} sessions are ended.` };
      }, options),
    );
};

async function readAll(client: OperatorClient, since: string): Promise<Revocation[]> {
  const all: Revocation[] = [];
  for (let after: string | undefined; ;) {
    const { data, next_after: next } = await client.call(operator.listRevocations, { query: { since, after } });
    all.push(...data);
    if (next === null) return all;
    after = next;
  }
}

/** @throws Refused for a file that is no such list. */
async function readList(file: string): Promise<readonly Revocation[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Refused(`${file} cannot be read.`);
  });
  try {
    return listed.parse(JSON.parse(text)).data;
  } catch {
    throw new Refused(`${file} is not what "revocation list --json" prints.`);
  }
}

const AGAIN = ['key.revoked', 'member.removed', 'account.suspended'] as const;
type Again = (typeof AGAIN)[number];

/** A deleted account was suspended before, and its own entries are gone with it: until it is deleted again, its keys are refused. */
const againOf = (action: string): Again | undefined =>
  action === 'account.deleted' ? 'account.suspended' : AGAIN.find((known) => known === action);

interface Plan {
  readonly again: readonly { readonly action: Again; readonly id: string }[];
  readonly by_hand: readonly Revocation[];
}

/** Of each record the last change of each kind; sessions end with all others. */
function planOf(revocations: readonly Revocation[]): Plan {
  // "End all other sessions" names the member: it must not stand for a change of that member.
  const changes = revocations.filter(({ action }) => action !== 'session.revoked');
  const last = new Map(changes.map((each) => [`${each.target.id} ${kindOf(each)}`, each]));
  const rest = [...last.values()].filter(({ action }) => action !== 'account.resumed');
  const ended = new Set(rest.filter(({ action }) => ENDS.has(action)).map(({ target }) => target.id));
  return {
    again: rest.flatMap(({ action, target: { id } }) => {
      const again = againOf(action);
      return again ? [{ action: again, id }] : [];
    }),
    // Secrets, passwords, roles and limits of after the backup are lost: a person decides what follows.
    by_hand: rest.filter(({ action, target }) => !DONE_WHOLE.has(action) && !ended.has(target.id)),
  };
}

/** After these nothing else of the record matters. */
const ENDS: ReadonlySet<string> = new Set(['key.revoked', 'member.removed']);
const DONE_WHOLE: ReadonlySet<string> = new Set(AGAIN);

/** An account is what its last change made of it; other changes stand beside each other. */
function kindOf({ action, target }: Revocation): string {
  return target.type === 'account' ? target.type : action;
}

const result = z
  .enum(['done', 'already', 'unknown', 'would_be_done'])
  .describe('`already`: nothing was left to do; `unknown`: the restored store has no such record.');
const appliedRevocation = z.strictObject({
  action: z.enum(AGAIN).describe('Action of the audit log.'),
  id: z.string().describe('Id of the record.'),
  result,
});
type Applied = z.output<typeof appliedRevocation>;

async function applied(client: OperatorClient, { action, id }: Plan['again'][number], dryRun: boolean): Promise<Applied> {
  const params = { id };
  const take = async (): Promise<void> => {
    if (action === 'key.revoked') await client.call(dryRun ? operator.getKey : operator.revokeKey, { params });
    else if (action === 'member.removed') await client.call(dryRun ? operator.getMember : operator.removeMember, { params });
    else await suspend(client, id, dryRun);
  };
  try {
    await take();
    return { action, id, result: dryRun ? 'would_be_done' : 'done' };
  } catch (error) {
    if (error instanceof OperatorRefusal && error.status === 404) return { action, id, result: 'unknown' };
    if (error instanceof OperatorRefusal && error.status === 409) return { action, id, result: 'already' };
    throw error;
  }
}

/** At the gateway and at webhooks; where it is suspended already, its deliveries are held nonetheless. */
async function suspend(client: OperatorClient, id: string, dryRun: boolean): Promise<void> {
  const params = { id };
  await client.call(operator.getAccount, { params });
  if (dryRun) return;
  await client.call(operator.holdDeliveries, { params });
  await client.call(operator.suspendAccount, { params });
}

export const REVOCATION_MANUALS: Manuals = {
  'revocation list': {
    output: listed,
    refused: '`--since` is in the future.',
    examples: [
      { why: 'All of the last two days', line: 'revocation list --since 2d' },
      { why: 'Before a backup is restored, kept beside it', line: 'revocation list --since 2026-11-27T03:00:00Z --json' },
    ],
  },
  'revocation apply': {
    output: z.strictObject({
      applied: z.array(appliedRevocation).describe('What was done again.'),
      by_hand: z
        .array(revocation)
        .describe(
          'Changes that only a person can repeat: rotated and changed keys, changed passwords and roles, deleted accounts.',
        ),
      sessions_ended: z.int().describe('Sessions of all members that were ended.'),
      dry_run: z.boolean().describe('True where nothing was done.'),
    }),
    refused: 'The file cannot be read, or is no such list.',
    examples: [{ why: 'See what would be done', line: 'revocation apply "$REVOCATIONS_FILE" --dry-run' }],
  },
};
