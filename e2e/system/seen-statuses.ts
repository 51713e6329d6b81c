import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder where the workers of one test run write down what they saw; without it nothing is kept. */
export const RECORD_VARIABLE = 'FULFILMENT_SEEN_STATUSES';

const seen = new Set<string>();

/**
 * Writes down, once, that an operation gave a status.
 *
 * @param operation `POST /orders/{id}/pack`, as the OpenAPI document names it.
 */
export function noteSeen(operation: string, status: number): void {
  const folder = process.env[RECORD_VARIABLE];
  const line = `${operation} ${status}\n`;
  if (folder === undefined || seen.has(line)) return;
  seen.add(line);
  // Each worker its own file; at once, since a worker may be ended at any time.
  appendFileSync(join(folder, `${process.pid}.txt`), line);
}

/** Everything that all workers of the run saw so far, as `POST /orders/{id}/pack 409`; `undefined` where nothing was kept. */
export function readSeen(): ReadonlySet<string> | undefined {
  const folder = process.env[RECORD_VARIABLE];
  if (folder === undefined) return undefined;
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const all = new Set(lines.filter((line) => line !== ''));
  return all.size > 0 ? all : undefined;
}
