import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPythonTool, SCHEMATHESIS } from '@fulfilment/dev-stack';
import { type FuzzedRequest, readFuzzReport } from './fuzz-report.ts';
import { fuzzSettings, KEY_VARIABLE, type KnownValues } from './fuzz-settings.ts';

/** The target of a run, and its length. */
export interface FuzzOptions {
  /** Of the system, without `/v1`. */
  readonly baseUrl: string;
  /** An API key that no rate limit holds up. */
  readonly key: string;
  readonly known: KnownValues;
  /** All phases together: examples, coverage, fuzzing and stateful. */
  readonly seconds: number;
  /** Makes a run repeatable. */
  readonly seed: number;
}

/** The findings of a run. */
export interface FuzzFindings {
  /** The output of schemathesis for people. */
  readonly text: string;
  /** 0 where it found nothing. */
  readonly exitCode: number;
  /** Every request it sent, with the answer. */
  readonly requests: readonly FuzzedRequest[];
}

/** Runs schemathesis against a running system from the document that it serves. @throws Error if it cannot be had or does not run. */
export async function runSchemathesis({ baseUrl, key, known, seconds, seed }: FuzzOptions): Promise<FuzzFindings> {
  const { command, env } = await fetchPythonTool(SCHEMATHESIS, process.env, (line) => void process.stderr.write(`${line}\n`));
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-fuzzing-'));
  try {
    const settings = join(folder, 'schemathesis.toml');
    const report = join(folder, 'report.ndjson');
    await writeFile(settings, fuzzSettings(known));
    // The gateway renders its documents at the first request: on a busy machine for longer than the ten seconds that Schemathesis waits.
    await (await fetch(`${baseUrl}/openapi.json`)).arrayBuffer();
    const [file, ...first] = command;
    // One worker: of several, one reads what another is about to archive, and Python 3.11 cannot parse in two threads at once.
    const limits = ['--workers', '1', '--max-time', String(seconds), '--seed', String(seed)];
    const reports = ['--report', 'ndjson', '--report-ndjson-path', report];
    const args = [...first, '--no-color', '--config-file', settings, 'run', `${baseUrl}/openapi.json`, ...limits, ...reports];
    const ended = await run(file, args, { cwd: folder, env: { ...env, [KEY_VARIABLE]: key } });
    return { ...ended, requests: await Array.fromAsync(readFuzzReport(report)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Pick<FuzzFindings, 'text' | 'exitCode'>> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ text, exitCode: code ?? 1 }));
  });
}
