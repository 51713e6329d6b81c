import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from './arguments.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A base URL and the key that is for it. */
export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** All that is kept of a user. */
export interface Kept {
  /** Name of the profile that is used unless another is named. */
  readonly current: string | null;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** Secret that `webhooks listen` signs with. */
  readonly webhookSecret: string | null;
}

/** The folder of the settings, by the XDG Base Directory specification; `%APPDATA%` on Windows. */
export function configFolder(env: Environment, platform = process.platform): string {
  const named = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  // A relative path is ignored, as the specification asks.
  const isUsable = named !== undefined && /^(\/|[A-Za-z]:\\)/.test(named);
  return join(isUsable ? named : join(env['HOME'] ?? homedir(), '.config'), 'fulfil');
}

/** Milliseconds: a change takes a few, so that a lock of this age is of a process that died. */
const STALE_LOCK_MS = 5_000;
const LOCK_PAUSE_MS = 20;

/** Keeps profiles in one file that only its owner can read (mode 0600). */
export class ProfileStore {
  readonly path: string;

  constructor(env: Environment) {
    this.path = join(configFolder(env), 'config.json');
  }

  /** @throws UsageError for a file that cannot be read as settings. */
  async read(): Promise<Kept> {
    try {
      return keptIn(JSON.parse(await readFile(this.path, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return { current: null, profiles: new Map(), webhookSecret: null };
      throw new UsageError(`${this.path} cannot be read as settings: delete it and log in again.`, { cause: error });
    }
  }

  /** True where others on this machine may read the keys: a file that was copied, or made by hand. Windows has no such modes. */
  async isOpenToOthers(platform = process.platform): Promise<boolean> {
    if (platform === 'win32') return false;
    const mode = await stat(this.path).then(
      (about) => about.mode,
      () => 0,
    );
    return (mode & 0o077) !== 0;
  }

  /**
   * Changes the settings while no other process does, so that commands at once lose nothing of each other.
   *
   * @param make the new settings of those that are there; what it throws leaves them.
   * @returns the settings before and after.
   */
  async change(make: (kept: Kept) => Kept): Promise<{ readonly before: Kept; readonly after: Kept }> {
    const lock = `${this.path}.lock`;
    await this.#take(lock);
    try {
      const before = await this.read();
      const after = make(before);
      await this.write(after);
      return { before, after };
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }

  /** Makes the folder of a lock, once no other process has it. */
  async #take(lock: string): Promise<void> {
    try {
      await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
      while (!(await isMade(lock))) {
        const takenAt = await stat(lock).then(
          ({ mtimeMs }) => mtimeMs,
          () => Date.now(),
        );
        if (Date.now() - takenAt > STALE_LOCK_MS) await rm(lock, { recursive: true, force: true });
        else await delay(LOCK_PAUSE_MS);
      }
    } catch (error) {
      throw new UsageError(`${this.path} cannot be written: check the folder, or set XDG_CONFIG_HOME.`, { cause: error });
    }
  }

  /** Writes beside the file and renames, so that a crash leaves the old settings or the new ones. */
  async write({ current, profiles, webhookSecret }: Kept): Promise<void> {
    const entries = [...profiles].map(([name, { baseUrl, apiKey }]) => [name, { base_url: baseUrl, api_key: apiKey }]);
    const text = JSON.stringify({ current, profiles: Object.fromEntries(entries), webhook_secret: webhookSecret }, null, 2);
    const beside = `${this.path}.${randomUUID()}`;
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(`${text}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, this.path);
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined);
      throw new UsageError(`${this.path} cannot be written: check the folder, or set XDG_CONFIG_HOME.`, { cause: error });
    }
  }

  /** The secret for local receivers: the same at every run, so that a receiver is set up once. One that was spoilt is replaced. */
  async webhookSecret(): Promise<string> {
    const { webhookSecret: kept } = await this.read();
    if (kept !== null && isWebhookSecret(kept)) return kept;
    const made = `whsec_${randomBytes(32).toString('base64')}`;
    const { after } = await this.change((settings) => {
      const { webhookSecret } = settings;
      return webhookSecret !== null && isWebhookSecret(webhookSecret) ? settings : { ...settings, webhookSecret: made };
    });
    return after.webhookSecret ?? made;
  }
}

/** False where a folder is there already. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (memberOf(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

function keptIn(value: unknown): Kept {
  const profiles = new Map<string, Profile>();
  for (const [name, each] of Object.entries(Object(memberOf(value, 'profiles')))) {
    const [baseUrl, apiKey] = [memberOf(each, 'base_url'), memberOf(each, 'api_key')];
    if (typeof baseUrl !== 'string' || typeof apiKey !== 'string') throw new Error(`The profile ${name} is broken.`);
    profiles.set(name, { baseUrl, apiKey });
  }
  const [current, webhookSecret] = [memberOf(value, 'current'), memberOf(value, 'webhook_secret')];
  return {
    current: typeof current === 'string' ? current : null,
    profiles,
    webhookSecret: typeof webhookSecret === 'string' ? webhookSecret : null,
  };
}

/** True for `whsec_` and the base64 of 24 bytes or more, as Standard Webhooks asks for. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

/** A member of what may be an object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
