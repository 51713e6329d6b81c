import { join, relative } from 'node:path';
import { configureGlobal, defaultReportMessage, type RunDetails } from 'fast-check';
import { expect } from 'vitest';

/** Names the seed of the properties of a run; without it each property has another one in every run. */
const VARIABLE = 'PROPERTY_SEED';
const WORKSPACE = join(import.meta.dirname, '../../..');

// oxlint-disable-next-line no-restricted-properties -- a setup file of the tests, which no process of the system runs.
const named = process.env[VARIABLE];

/** @throws Error with the command that repeats a property that failed. */
function report(details: RunDetails<unknown>): void {
  if (!details.failed) return;
  const file = relative(WORKSPACE, expect.getState().testPath ?? '');
  const repeat = `It is repeated by: ${VARIABLE}=${details.seed} npx vitest run ${file}`;
  throw new Error(`${defaultReportMessage(details)}\n\n${repeat}`, { cause: details.errorInstance });
}

configureGlobal({ reporter: report, ...(named === undefined ? {} : { seed: Number(named) }) });
