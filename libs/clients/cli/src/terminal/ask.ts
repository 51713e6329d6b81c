import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { Terminal } from '../session.ts';
import { UsageError } from '../arguments.ts';

/** Asks for a line. @param fallback the answer of an empty line. */
export async function ask(terminal: Terminal, question: string, fallback: string): Promise<string> {
  const { stdin, stderr, signal } = terminal;
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  try {
    return (await answerTo(lines, `${question} [${fallback}]: `, signal)).trim() || fallback;
  } finally {
    lines.close();
  }
}

/** Asks for a line that is not shown while it is typed. */
export async function askSecretly(terminal: Terminal, question: string): Promise<string> {
  const { stdin, stderr, signal } = terminal;
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The terminal echoes nothing before the question is there to be answered.
  const lines = createInterface({ input: stdin, output: nothing, terminal: true });
  stderr.write(`${question}: `);
  try {
    return (await answerTo(lines, '', signal)).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

/** Ctrl-C and Ctrl-D end the question: in raw mode the terminal makes no signal of them. */
async function answerTo(lines: ReturnType<typeof createInterface>, question: string, signal: AbortSignal): Promise<string> {
  const ended = new AbortController();
  lines.once('SIGINT', () => ended.abort()).once('close', () => ended.abort());
  return lines.question(question, { signal: AbortSignal.any([signal, ended.signal]) });
}

/** The key from a pipe. @throws UsageError where nothing comes. */
export async function readKey({ stdin }: Terminal): Promise<string> {
  const key = (await text(stdin)).trim();
  if (key === '') throw new UsageError('Standard input has no key: `printf %s "$KEY" | fulfil login --key-stdin`.');
  return key;
}
