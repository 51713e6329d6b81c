import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describeSettings, type SettingDescription } from '@fulfilment/config';
import { z } from 'zod';
import { page, table } from './pages.ts';

/** The settings of a process. */
export interface ProcessSettings {
  readonly process: string;
  readonly settings: readonly BoundedSetting[];
}

/** A setting with what it may be. */
interface BoundedSetting extends SettingDescription {
  /** In words: `1 to 20000`, `an http(s) URL`. */
  readonly values: string;
  /** Of a number: `ms`; empty where it has none. */
  readonly unit: string;
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
    'Every process reads its settings from the environment once, at its start. It names every variable that is missing or wrong, and stops with code 1. An empty variable counts as not set. A value that its row does not allow is refused. A number without a unit is a count, a port or a share. Instead of each variable, `‹variable›_FILE` may name a file that holds its value, as mounted secrets do: `KEY_PEPPER_FILE=/run/secrets/key-pepper`; a line break at the end of the file does not count.',
    '## Every process',
    settingsTable(shared ?? []),
    ...own.flat(),
  );
}

/** The settings of a process with their bounds. @throws Error where the file does not export its schema as `Env`. */
export async function readSettings(root: string, file: string): Promise<ProcessSettings> {
  const env = await readEnv(root, file);
  const settings = describeSettings(env).map((each) => ({
    ...each,
    values: valuesOf(env.shape[each.name] ?? z.string()),
    unit: unitOf(each.name),
  }));
  return { process: file.split('/')[1] ?? file, settings };
}

const schemaOfText = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
});

/** The values that a setting takes, in words: its bounds, else as its own refusal of a wrong text says. */
export function valuesOf(setting: z.core.$ZodType): string {
  const {
    type,
    enum: options,
    minimum,
    maximum,
    maxLength,
  } = schemaOfText.parse(z.toJSONSchema(setting, { io: 'input', unrepresentable: 'any' }));
  if (type === 'integer' || type === 'number') return `${minimum} to ${maximum}`;
  if (options) return options.map((each) => `\`${each}\``).join(', ');
  const refusal = refusalOf(setting);
  if (refusal !== undefined) return refusal;
  const isList = schemaOfText.parse(z.toJSONSchema(setting, { io: 'output', unrepresentable: 'any' })).type === 'array';
  if (isList) return 'a comma-separated list';
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}

/** The words in which a setting refuses a text that means nothing. */
function refusalOf(setting: z.core.$ZodType): string | undefined {
  const parsed = z.safeParse(setting, '\u0000');
  if (parsed.success) return undefined;
  const messages = parsed.error.issues.map(({ message }) => message);
  const message = messages.find((each) => each.startsWith('is ')) ?? messages.at(-1) ?? '';
  if (message === 'is not JSON') return 'JSON';
  return message.replace(/^(?:is (?:required, )?|must be )/, '').replace(/^must /, 'text that has to ');
}

const UNITS: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_MS$/, 'ms'],
  [/_(?:SECONDS|SCHEDULE)$/, 's'],
  [/_DAYS$/, 'days'],
  [/_RATE$/, 'attempts a second'],
];

function unitOf(name: string): string {
  return UNITS.find(([ending]) => ending.test(name))?.[1] ?? '';
}

/** The schema that a process reads its settings by. @throws Error where the file does not export it as `Env`. */
export async function readEnv(root: string, file: string): Promise<z.ZodObject> {
  const { success, data } = z.looseObject({ Env: z.instanceof(z.ZodObject) }).safeParse(await import(join(root, file)));
  if (!success) throw new Error(`${file} does not export its schema as Env`);
  return data.Env;
}

function settingsTable(settings: readonly BoundedSetting[]): string {
  return table(
    ['variable', 'default', 'values', 'unit', 'meaning'],
    settings.map(({ name, fallback, values, unit, meaning }) => [`\`${name}\``, fallbackCell(fallback), values, unit, meaning]),
  );
}

function fallbackCell(fallback: string | undefined): string {
  if (fallback === undefined) return 'required';
  return fallback === '' ? 'none' : `\`${fallback}\``;
}

function isSame(a: SettingDescription, b: SettingDescription): boolean {
  return a.name === b.name && a.fallback === b.fallback && a.meaning === b.meaning;
}
