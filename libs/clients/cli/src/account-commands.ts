import type { Caller } from '@fulfilment/client';
import type { Command } from 'commander';
import { ask, askSecretly, readKey } from './terminal/ask.ts';
import { UsageError } from './arguments.ts';
import { type AddCommands, withExamples } from './command.ts';
import { NoKeyError } from './failures.ts';
import { maskedKey } from './terminal/output.ts';
import type { Kept, Profile } from './profiles.ts';
import type { Session } from './session.ts';
import { Table, textFacts, textTime } from './terminal/text-table.ts';

const DEFAULT_URL = 'http://localhost:8080';

/** Keys: log in, log out, who am I, and profiles. */
export const addAccountCommands: AddCommands = (program, perform) => {
  withExamples(program.command('login').description('Check a key and store it for later commands.'), [
    'login',
    'login --base-url https://api.example.com --profile live',
    'login --base-url http://localhost:8080 --key-stdin < key.txt',
  ])
    .option('--key-stdin', 'read the key from standard input')
    .action((options: { keyStdin?: boolean }, command: Command) =>
      perform(command, (session) => logIn(session, options.keyStdin ?? false)),
    );
  withExamples(program.command('logout').description('Forget the key of a profile. The key itself stays valid.'), [
    'logout',
    'logout --all',
  ])
    .option('--all', 'forget all profiles')
    .action((options: { all?: boolean }, command: Command) =>
      perform(command, (session) => logOut(session, options.all ?? false)),
    );
  withExamples(program.command('whoami').description('Show the account, environment and permissions of the key.'), [
    'whoami',
    'whoami --json',
  ]).action((_options: object, command: Command) =>
    perform(command, async (session) => {
      const client = await session.client();
      await showCaller(session, await client.me.get(session.call));
    }),
  );
  const profiles = program.command('profiles').description('Stored keys, each with the URL of its API.');
  withExamples(profiles.command('list').description('List the kept profiles.'), ['profiles list']).action(
    (_options: object, command: Command) => perform(command, listProfiles),
  );
  withExamples(profiles.command('use').description('Use a profile from now on.'), ['profiles use live'])
    .argument('<profile>', 'its name')
    .action((name: string, _options: object, command: Command) => perform(command, (session) => chooseProfile(session, name)));
};

async function logIn(session: Session, fromStdin: boolean): Promise<void> {
  const profile = await profileToCheck(session, fromStdin);
  const client = session.clientOf(profile);
  const caller = await client.me.get(session.call);
  const { before } = await session.store.change((kept) => {
    const own = session.profileName(kept);
    return { ...kept, profiles: new Map([...kept.profiles, [own, profile] as const]), current: own };
  });
  const name = session.profileName(before);
  if (session.out.json) return session.out.document({ profile: name, base_url: profile.baseUrl, ...caller });
  await session.out.line(
    `${session.out.paint('green', 'Logged in')} as ${caller.role} of ${caller.account.name}, profile ${name}.`,
  );
  await session.out.line(`The key is kept in ${session.store.path}.`);
}

async function profileToCheck(session: Session, fromStdin: boolean): Promise<Profile> {
  const { terminal, options } = session;
  const named = options.baseUrl ?? terminal.env['FULFILMENT_URL'];
  if (fromStdin) return { baseUrl: named ?? DEFAULT_URL, apiKey: await readKey(terminal) };
  if (!terminal.stdin.isTTY)
    throw new UsageError('There is no terminal to ask for the key: give it with --key-stdin, and the address with --base-url.');
  const baseUrl = named ?? (await ask(terminal, 'Base URL', DEFAULT_URL));
  const apiKey = await askSecretly(terminal, 'API key (not shown)');
  if (apiKey === '') throw new UsageError('No key was given.');
  return { baseUrl, apiKey };
}

async function logOut(session: Session, all: boolean): Promise<void> {
  const { out, store } = session;
  const { before, after } = await store.change((kept) => {
    const name = session.profileName(kept);
    if (!all && !kept.profiles.has(name)) throw new NoKeyError(`There is no profile ${name}: no key is kept.`);
    const left: Kept['profiles'] = all ? new Map() : new Map([...kept.profiles].filter(([each]) => each !== name));
    const next = kept.current !== null && left.has(kept.current) ? kept.current : ([...left.keys()][0] ?? null);
    return { ...kept, profiles: left, current: next };
  });
  const { current } = after;
  const gone = [...before.profiles.keys()].filter((each) => !after.profiles.has(each));
  if (out.json) return out.document({ forgotten: gone, current });
  await out.line(`Forgotten: ${gone.join(', ') || 'nothing'}. Revoke a key in the console if others may have it.`);
}

async function listProfiles({ out, store }: Session): Promise<void> {
  const { profiles, current } = await store.read();
  const rows = [...profiles].map(([name, { baseUrl, apiKey }]) => ({
    name,
    base_url: baseUrl,
    key: maskedKey(apiKey),
    current: name === current,
  }));
  if (out.json) return out.document({ data: rows });
  if (rows.length === 0) return out.hint('No key is kept: `fulfil login`.');
  const table = new Table<(typeof rows)[number]>([
    { title: '', of: (row) => (row.current ? '*' : ' ') },
    { title: 'PROFILE', of: (row) => row.name },
    { title: 'BASE URL', of: (row) => row.base_url },
    { title: 'KEY', of: (row) => row.key },
  ]);
  await out.lines(table.lines(rows));
}

async function chooseProfile({ out, store }: Session, name: string): Promise<void> {
  await store.change((kept) => {
    if (!kept.profiles.has(name))
      throw new UsageError(`There is no profile ${name}. There are: ${[...kept.profiles.keys()].join(', ') || 'none'}.`);
    return { ...kept, current: name };
  });
  if (out.json) return out.document({ current: name });
  await out.line(`Profile ${name} is used from now on.`);
}

async function showCaller({ out, baseUrl }: Session, caller: Caller): Promise<void> {
  if (out.json) return out.document({ base_url: baseUrl, ...caller });
  const { account, environment, role, permissions, key, limits } = caller;
  await out.lines(
    textFacts({
      account: `${account.name} (${account.id}, ${account.plan})`,
      environment,
      role,
      permissions: permissions.join(', '),
      key: key && (key.name === null ? key.id : `${key.name} (${key.id})`),
      expires: key && textTime(key.expires_at),
      limit: `${limits.own.burst} at once, ${limits.own.rate} a second`,
      'base url': baseUrl,
    }),
  );
}
