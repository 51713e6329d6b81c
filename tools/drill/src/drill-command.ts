import { parseArgs } from 'node:util';
import { stopRequested } from '@fulfilment/dev-stack/system';
import { attacks } from './attacks.ts';
import { compose } from './compose.ts';
import type { Drill } from './drilled-system.ts';
import { hanging } from './hanging.ts';
import { intake } from './intake.ts';
import { kubernetes } from './kubernetes/kubernetes.ts';
import { outage } from './outage.ts';
import { partitions } from './partitions.ts';
import { recovery } from './recovery.ts';
import { restore } from './restore.ts';

/** Every drill, by the name that the command line has. */
const DRILLS: ReadonlyMap<string, Drill> = new Map(
  Object.entries({ recovery, outage, restore, attacks, intake, hanging, partitions, compose, kubernetes }),
);

const USAGE = `npm run -s drill -- ‹name› [--minutes N] [--next TAG] [--help]

Breaks or attacks a system of its own, on engines of its own in a temporary folder, and prints what it did as a Markdown table.
It sends traffic to 127.0.0.1 only, and ends no process that it has not started. Nothing passes or fails by time.

${Array.from(DRILLS, ([name, { meaning }]) => `  ${name.padEnd(10)} ${meaning}`).join('\n')}

  --minutes N  how long an outage lasts, 1 to 60; 10 by default
  --next TAG   images of a later release, to which \`compose\` upgrades under load
  --help       this text
`;

/** `npm run drill`: resolves with its exit code. 0: done; 1: the system did not come up, or differs afterwards; 2: wrong usage. */
export async function drillCommand(args: readonly string[]): Promise<0 | 1 | 2> {
  const request = parseDrillArguments(args);
  if (request.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (request.kind === 'misuse') {
    process.stderr.write(`${request.message}\n\n${USAGE}`);
    return 2;
  }
  const { drill, minutes, next } = request;
  try {
    const signal = stopRequested(process.env);
    process.stdout.write(
      `${await drill.run({ minutes, next, signal, progress: (line) => process.stderr.write(`${line}\n`) })}\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

type Request =
  | { readonly kind: 'drill'; readonly drill: Drill; readonly minutes: number; readonly next: string | undefined }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

/** Reads the arguments of `npm run drill`. */
export function parseDrillArguments(args: readonly string[]): Request {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { minutes: { type: 'string', default: '10' }, next: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) return { kind: 'help' };
    const [name = '', ...others] = positionals;
    const drill = DRILLS.get(name);
    const minutes = Number(values.minutes);
    if (!drill || others.length > 0)
      return { kind: 'misuse', message: `Name one drill: ${Array.from(DRILLS.keys()).join(', ')}` };
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > 60)
      return { kind: 'misuse', message: `--minutes ${values.minutes} is no whole number from 1 to 60` };
    return { kind: 'drill', drill, minutes, next: values.next };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}
