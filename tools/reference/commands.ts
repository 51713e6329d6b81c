import { join } from 'node:path';
import { z } from 'zod';
import { page, table } from './pages.ts';

const PREFIX = 'npm run -s admin --';

const manual = z.object({
  name: z.string(),
  description: z.string(),
  synopsis: z.string(),
  options: z.array(
    z.object({
      typed: z.string(),
      meaning: z.string(),
      choices: z.array(z.string()),
      fallback: z.string().optional(),
      required: z.boolean(),
    }),
  ),
  output: z.array(z.object({ path: z.string(), type: z.string(), meaning: z.string() })),
  refused: z.string().optional(),
  examples: z.array(z.object({ why: z.string(), line: z.string() })),
});
type Manual = z.output<typeof manual>;

/**
 * The manual of the operator's commands, from their definitions.
 *
 * @param root of the workspace.
 * @throws Error naming a command without a manual.
 */
export async function commandsPage(root: string): Promise<string> {
  const module: unknown = await import(join(root, 'apps/cli/src/command-manual.ts'));
  const { commandManuals } = z.object({ commandManuals: z.function({ input: [], output: z.array(manual) }) }).parse(module);
  const manuals = commandManuals();
  return page(
    "# The operator's commands",
    `\`${PREFIX} ‹noun› ‹verb› …\`, on the machine that runs the system. [operator-commands.md](../operator-commands.md) describes the choice of the system, and the rules of all commands.`,
    table(
      ['command', 'description'],
      manuals.map(({ name, description }) => [`[\`${name}\`](#${name.replaceAll(' ', '-')})`, description]),
    ),
    ...manuals.flatMap(section),
  );
}

function section({ name, description, synopsis, options, output, refused, examples }: Manual): string[] {
  return [
    `## ${name}`,
    `**NAME** \`${name}\`: ${description}`,
    '**SYNOPSIS**',
    fenced([`${PREFIX} ${name} ${synopsis}`.trim()]),
    ...(options.length > 0 ? ['**OPTIONS**', table(['option', 'meaning', 'default'], options.map(optionRow))] : []),
    '**OUTPUT** of `--json`',
    table(
      ['field', 'type', 'meaning'],
      output.map(({ path, type, meaning }) => [`\`${path}\``, type.replaceAll('"', '`'), meaning]),
    ),
    `**EXIT STATUS** 0 done. 1 ${endsWithOne(refused)} 2 wrong usage.`,
    '**EXAMPLES**',
    fenced(examples.flatMap(({ why, line }) => [`# ${why}`, `${PREFIX} ${line}`])),
  ];
}

function endsWithOne(refused: string | undefined): string {
  return refused === undefined ? 'The system is not running.' : `Refused, or the system is not running. ${refused}`;
}

function optionRow({ typed, meaning, choices, fallback, required }: Manual['options'][number]): readonly string[] {
  const known = choices.filter((choice) => !meaning.includes(choice));
  const whole = known.length > 0 ? `${meaning}: ${choices.join(', ')}` : meaning;
  return [`\`${typed}\``, whole, required ? 'required' : fallback === undefined ? '' : `\`${fallback}\``];
}

function fenced(lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}
