import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOPIC_SPECS } from '@fulfilment/api-docs';

/** Where every version of every message stands, relative to the root of the workspace. */
export const SENT_MESSAGES = 'libs/api-docs/golden';

/**
 * The messages that were ever sent on each topic, with what is sent today at its end where that is new.
 *
 * @param root of the workspace.
 * @returns the text of every file by its name in `libs/api-docs/golden`.
 */
export function sentMessages(root: string): ReadonlyMap<string, string> {
  return new Map(
    TOPIC_SPECS.map(({ topic, messages }) => {
      const name = `${topic}.ndjson`;
      const lines = linesOf(join(root, SENT_MESSAGES, name));
      const samples = messages.map(({ sample }) => JSON.stringify(sample));
      return [name, [...lines, ...samples.filter((sample) => !lines.includes(sample))].map((line) => `${line}\n`).join('')];
    }),
  );
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}
