import { runCommand } from '@fulfilment/dev-stack/processes';

/** What another proxy is set up for. */
export interface PeerSettings {
  readonly folder: string;
  readonly upstreamPort: number;
  /** The API key that it lets in. */
  readonly key: string;
  /** Requests a second that the key has, and as many at once. */
  readonly limit: number;
}

/** Debian has these where only the administrator's PATH leads. */
const SYSTEM_FOLDERS = '/usr/local/sbin:/usr/sbin:/sbin';

export function withSystemFolders(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...env, PATH: `${env['PATH'] ?? ''}:${SYSTEM_FOLDERS}` };
}

/** The version of a program as it says it itself, for `program -v`; undefined where it is not installed. */
export async function versionOf(program: 'nginx' | 'haproxy'): Promise<string | undefined> {
  const { code, output } = await runCommand(program, ['-v'], withSystemFolders(process.env));
  return code === 0 ? /\d+\.\d+\.\d+/.exec(output)?.[0] : undefined;
}
