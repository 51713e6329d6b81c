import { type CallOptions, FulfilmentClient, VERSION } from '@fulfilment/client';
import type { Readable } from 'node:stream';
import { NoKeyError } from './failures.ts';
import { Output, type Sink } from './terminal/output.ts';
import { type Kept, type Profile, ProfileStore } from './profiles.ts';
import { UsageError } from './arguments.ts';

/** Everything around the program. */
export interface Terminal {
  /** Words of the command line behind the name of the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Fires when the user interrupts. */
  readonly signal: AbortSignal;
}

/** Options of every command. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly profile?: string;
  readonly baseUrl?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly retries?: number;
}

/** A clock that is more than this off is told. */
const CLOCK_TOLERANCE_MS = 60_000;

/** One run of a command: its output, its settings and its client. */
export class Session {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  readonly out: Output;
  readonly store: ProfileStore;
  /** Base URL that was called, once it is known. */
  baseUrl: string | null = null;
  #clockTold = false;

  constructor(terminal: Terminal, options: GlobalOptions) {
    const { stdout, stderr, env } = terminal;
    this.terminal = terminal;
    this.options = options;
    this.out = new Output({ stdout, stderr, env, json: options.json ?? false });
    this.out.hide(env['FULFILMENT_API_KEY'] ?? '');
    this.store = new ProfileStore(env);
  }

  get signal(): AbortSignal {
    return this.terminal.signal;
  }

  /** Options of a call that the user can interrupt. */
  get call(): CallOptions {
    return { signal: this.signal };
  }

  /** @throws NoKeyError where neither a profile nor the environment has a key. */
  async client(): Promise<FulfilmentClient> {
    return this.clientOf(await this.profile());
  }

  /** @throws ConfigurationError for a key or URL that cannot be used. */
  clientOf({ baseUrl, apiKey }: Profile): FulfilmentClient {
    const { timeout, retries } = this.options;
    this.out.hide(apiKey);
    this.baseUrl = baseUrl;
    return new FulfilmentClient({
      apiKey,
      baseUrl,
      userAgent: `fulfil/${VERSION}`,
      retries,
      timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        this.#judgeClock(response.headers.get('date'));
        return response;
      },
      onRetry: ({ attempt, waitMs, code }) =>
        this.out.hint(`No success yet (${code}): retry ${attempt} in ${(waitMs / 1_000).toFixed(1)} s`),
    });
  }

  /** The key and its address: from the environment, else from the profile. A kept key goes to its own address only. */
  async profile(): Promise<Profile> {
    const profile = await this.#readProfile();
    this.out.hide(profile.apiKey);
    this.baseUrl = profile.baseUrl;
    return profile;
  }

  async #readProfile(): Promise<Profile> {
    const { env } = this.terminal;
    const apiKey = env['FULFILMENT_API_KEY'];
    const address = this.options.baseUrl ?? env['FULFILMENT_URL'];
    const kept = await this.store.read();
    const name = this.profileName(kept);
    const profile = kept.profiles.get(name);
    if (apiKey) {
      const baseUrl = address ?? profile?.baseUrl;
      if (baseUrl === undefined)
        throw new UsageError('FULFILMENT_API_KEY has no address: set FULFILMENT_URL, or give --base-url.');
      return { apiKey, baseUrl };
    }
    if (!profile && (this.options.profile ?? env['FULFILMENT_PROFILE']) !== undefined)
      throw new NoKeyError(`There is no profile ${name}: \`fulfil login --profile ${name}\`, or \`fulfil profiles list\`.`);
    if (!profile) throw new NoKeyError('You are not logged in: `fulfil login`, or set FULFILMENT_API_KEY and FULFILMENT_URL.');
    if (address !== undefined && !isSameAddress(address, profile.baseUrl))
      throw new UsageError(
        `The key of profile ${name} is for ${profile.baseUrl} and is not sent to ${address}: log in there, or set FULFILMENT_API_KEY.`,
      );
    await this.#judgeFile();
    return profile;
  }

  async #judgeFile(): Promise<void> {
    const { path } = this.store;
    if (await this.store.isOpenToOthers())
      this.out.say(`fulfil: warning: ${path} holds keys, and others on this machine may read it: chmod 600 ${path}`);
  }

  /** The profile that is meant. */
  profileName({ current }: Kept): string {
    return this.options.profile ?? (this.terminal.env['FULFILMENT_PROFILE'] || undefined) ?? current ?? 'default';
  }

  #judgeClock(date: string | null): void {
    const offMs = date === null ? Number.NaN : Date.now() - Date.parse(date);
    if (this.#clockTold || !(Math.abs(offMs) > CLOCK_TOLERANCE_MS)) return;
    this.#clockTold = true;
    const minutes = Math.round(Math.abs(offMs) / 6_000) / 10;
    this.out.say(
      `fulfil: warning: the clock of this machine is ${minutes} min ${offMs > 0 ? 'ahead of' : 'behind'} the service's: set it (NTP). Times of scans and signatures are wrong until then.`,
    );
  }
}

function isSameAddress(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other);
}

function plainAddress(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '').toLowerCase();
}
