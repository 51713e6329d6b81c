import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Where a question is asked and answered: the standard streams of a program. */
export interface Conversation {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Ends the wait for an answer. */
  readonly signal: AbortSignal;
}

/**
 * Asks the person at a terminal whether data of an earlier release may be migrated.
 *
 * @returns true for yes alone: not where there is no terminal, nor after Ctrl-C, the end of the input, or `signal`.
 */
export async function askToMigrate(plan: readonly string[], { input, output, signal }: Conversation): Promise<boolean> {
  if (input.isTTY !== true || output.isTTY !== true) return false;
  output.write(
    `The data is of an earlier release. Migrations bring it to this one; an earlier release cannot use it afterwards:\n  ${plan.join('\n  ')}\n`,
  );
  const terminal = createInterface({ input, output });
  try {
    // A question stays without an answer where the terminal is closed.
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([terminal.question('Migrate now? [y/N] ', { signal }), closed]).catch(() => '');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
