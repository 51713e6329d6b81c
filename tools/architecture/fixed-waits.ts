import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './imports.ts';

/** Functions that resolve when a time is over. */
const WAITS: ReadonlySet<string> = new Set(['delay', 'sleep', 'setTimeout', 'wait']);
const BOUND_BY_CLOCK = /expect\(.*\b(?:now|cpuUsage)\(\).*\)\.toBeLessThan/;
const PROMISE_OF_A_TIME = /^new Promise(?:<\w+>)?\(\s*\(?(\w+)\)? => (?:void )?setTimeout\(\1\b/;
/** Says why this one waits for a time; on its line, or on the line before. */
const REASON = /\/\/ wait: \S/;

/** Tests of services whose waits are all about time, or for what cannot be looked for. */
const ABOUT_TIME: Readonly<Record<string, string>> = {
  'apps/gateway/src/authentication/revocation.int.test.ts': 'how long a key has been used when it is revoked',
  'apps/gateway/src/authentication/session-revocation.int.test.ts': 'the pace of requests within the limit of a session',
  'apps/gateway/src/proxy/leaving-clients.int.test.ts': 'a header without an end is to be seen nowhere',
  'apps/gateway/src/proxy/streams.int.test.ts': 'the time that a request may take',
  'apps/gateway/src/rate-limiting/exactness.int.test.ts': 'a bucket fills with time',
  'apps/gateway/src/rate-limiting/limiter.int.test.ts': 'a bucket fills with time',
  'apps/gateway/src/rate-limiting/redis-away-under-load.int.test.ts': 'how long Redis is away',
  'apps/gateway/src/rate-limiting/redis-away.int.test.ts': 'how long Redis is away',
  'apps/webhooks/src/dispatch/rate-limiter.test.ts': 'turns come with time',
};

/**
 * Waits for a time in tests, which are too short on a busy machine and too long on a quiet one: `eventually` looks for what is
 * awaited. A wait has its reason beside it, as `// wait: the limit is of one second`, where time itself is the subject, or
 * where it only paces a loop.
 *
 * @returns `file:line` for each.
 */
export function fixedWaits({ file, text }: SourceFile): readonly string[] {
  if (Object.hasOwn(ABOUT_TIME, file)) return [];
  const { program } = parseSync(file, text);
  const lines = text.split('\n');
  const found: string[] = [];
  new Visitor({
    AwaitExpression: ({ start, argument }) => {
      const awaited = text.slice(argument.start, argument.end);
      const isWait = WAITS.has(/^(\w+)\(/.exec(awaited)?.[1] ?? '') || PROMISE_OF_A_TIME.test(awaited);
      const line = text.slice(0, start).split('\n').length;
      if (isWait && !lines.slice(Math.max(0, line - 2), line).some((each) => REASON.test(each))) found.push(`${file}:${line}`);
    },
  }).visit(program);
  return found;
}

/**
 * Upper bounds of an elapsed time in a test that is not `TIMED`: a stall of the machine would fail it. What bounds the work is counted
 * instead, and what must not wait is given something to wait for that outlasts the test.
 *
 * @returns `file:line` for each.
 */
export function clockBounds({ file, text }: SourceFile): readonly string[] {
  if (/\bTIMED\b/.test(text)) return [];
  return text.split('\n').flatMap((line, at) => (BOUND_BY_CLOCK.test(line) ? [`${file}:${at + 1}`] : []));
}

/** True for the files that the rules are for: tests, and what the end-to-end tests share. */
export function isOfTests(file: string): boolean {
  return file.endsWith('.test.ts') || file.startsWith('e2e/');
}
