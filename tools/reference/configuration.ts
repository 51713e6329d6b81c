import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describeSettings, type SettingDescription } from '@fulfilment/config';
import { z } from 'zod';
import { page, table } from './pages.ts';

/** The settings of a process. */
export interface ProcessSettings {
  readonly process: string;
  readonly settings: readonly SettingDescription[];
}

/**
 * Every variable that a process reads, from the schemas that it reads them by.
 *
 * @param root of the workspace.
 * @throws Error naming the file where an app's `config.ts` does not export its schema as `Env`.
 */
export async function configurationPage(root: string): Promise<string> {
  const files = globSync('apps/*/src/config.ts', { cwd: root }).toSorted();
  const processes = await Promise.all(files.map((file) => readSettings(root, file)));
  const [first] = processes;
  const shared = first?.settings.filter((setting) =>
    processes.every(({ settings }) => settings.some((each) => isSame(each, setting))),
  );
  const own = processes.map(({ process, settings }) => [
    `## ${process}`,
    settingsTable(settings.filter((setting) => !shared?.some((each) => isSame(each, setting)))),
  ]);
  return page(
    '# Configuration',
    'Every process reads its settings from the environment once, at its start. It names every variable that is missing or wrong, and stops with code 1. An empty variable counts as not set. Of each variable `‹variable›_FILE` may name a file that holds its value, as secrets are mounted: `KEY_PEPPER_FILE=/run/secrets/key-pepper`; a line break at the end of the file does not count.',
    '## Every process',
    settingsTable(shared ?? []),
    ...own.flat(),
  );
}

/** @throws Error where the file does not export its schema as `Env`. */
export async function readSettings(root: string, file: string): Promise<ProcessSettings> {
  return { process: file.split('/')[1] ?? file, settings: describeSettings(await readEnv(root, file)) };
}

/** The schema that a process reads its settings by. @throws Error where the file does not export it as `Env`. */
export async function readEnv(root: string, file: string): Promise<z.ZodObject> {
  const { success, data } = z.looseObject({ Env: z.instanceof(z.ZodObject) }).safeParse(await import(join(root, file)));
  if (!success) throw new Error(`${file} does not export its schema as Env`);
  return data.Env;
}

function settingsTable(settings: readonly SettingDescription[]): string {
  return table(
    ['variable', 'default', 'meaning'],
    settings.map(({ name, fallback, meaning }) => [`\`${name}\``, fallbackCell(fallback), meaning]),
  );
}

function fallbackCell(fallback: string | undefined): string {
  if (fallback === undefined) return 'required';
  return fallback === '' ? 'none' : `\`${fallback}\``;
}

function isSame(a: SettingDescription, b: SettingDescription): boolean {
  return a.name === b.name && a.fallback === b.fallback && a.meaning === b.meaning;
}
