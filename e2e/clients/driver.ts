import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { patient } from '@fulfilment/testing';
import { z } from 'zod';

const errorFacts = z.looseObject({
  code: z.string(),
  message: z.string(),
  shown: z.string(),
  request_id: z.string().optional(),
  remedy: z.string().optional(),
  problem: z.unknown().optional(),
});
const result = z.object({
  id: z.number(),
  value: z.unknown().optional(),
  answer: z.unknown().optional(),
  error: errorFacts.optional(),
});

/** Milliseconds: the slowest command, with its retries, takes a tenth of it. */
const LIMIT_MS = patient(20_000);

/** One result of a driver. */
export type DriverResult = z.output<typeof result>;

/** The command that starts the driver of a library. */
export interface DriverCommand {
  readonly command: string;
  /** Of the command, before any program of the library. */
  readonly runner: readonly string[];
  /** The driver and its arguments. */
  readonly args: readonly string[];
  /** The folder that the library is installed in. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The driver of one library, running in the folder in which its package is installed. */
export class Driver {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (found: DriverResult) => void>();
  #next = 1;
  /** All that it wrote. */
  output = '';

  constructor({ command, runner, args, cwd, env = {} }: DriverCommand) {
    this.#process = spawn(command, [...runner, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process.stderr?.on('data', (text: Buffer) => {
      this.output += text.toString();
    });
    const { stdout } = this.#process;
    if (stdout)
      createInterface({ input: stdout }).on('line', (line) => {
        this.output += `${line}\n`;
        const found = result.parse(JSON.parse(line));
        this.#waiting.get(found.id)?.(found);
      });
    this.#process.on('exit', () => {
      for (const [id, done] of this.#waiting)
        done({
          id,
          value: undefined,
          answer: undefined,
          error: { code: 'driver_ended', message: this.output.slice(-2_000), shown: '', problem: undefined },
        });
    });
  }

  /** Has it do one command; one that does not end is a result like others, so that its case is named. */
  do(command: object): Promise<DriverResult> {
    const id = this.#next++;
    return new Promise((done) => {
      const message = `no result within ${LIMIT_MS} ms`;
      const error = { code: 'no_result', message, shown: '', problem: undefined };
      const limit = setTimeout(() => done({ id, value: undefined, answer: undefined, error }), LIMIT_MS);
      this.#waiting.set(id, (found) => {
        clearTimeout(limit);
        this.#waiting.delete(id);
        done(found);
      });
      this.#process.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    });
  }

  stop(): void {
    this.#process.stdin?.end();
    this.#process.kill();
  }
}
