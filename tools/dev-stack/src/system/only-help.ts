import { parseArgs } from 'node:util';

/**
 * For commands that take no arguments but `--help`.
 *
 * @returns the code to exit with where the command is not to run: 0 after the help, 2 after wrong usage.
 */
export function exitCodeForArguments(args: readonly string[], usage: string): 0 | 2 | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help !== true) return undefined;
    process.stdout.write(usage);
    return 0;
  } catch (error) {
    process.stderr.write(`${usage}\n${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
