import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

/** What is not said any more, with what is said instead (`docs/glossary.md`). */
const REFUSED: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bsomebody\b/i, 'a noun: the caller, another client, a member'],
  [/\b(?:any|every)body\b/i, 'a noun: any process, all clients'],
  [/\bnobody\b/i, 'a noun with "no": no caller, no process'],
  [/\bwho(?:ever|soever)\b/i, 'the noun'],
  [/\bunless told\b/i, 'by default'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'name the writer or the moment'],
  [/\bwhat is pending\b/i, 'pending deliveries'],
  [/\bnot as it should be\b/i, 'invalid'],
  [/\bhas all it can take\b/i, 'overloaded'],
  [/\b(?:make|made|makes|making) anew\b/i, 'rebuild'],
  [/\b(?:set|sets|setting) aside\b/i, 'dead-letter'],
  [/\bpasses? with time\b/i, 'retryable'],
  [/\bmayPass(?:WithTime)?\b/, 'isRetryable'],
  [/\bTurnstile\b|\bturnstile\b/, 'semaphore'],
  [/\bFairSlots\b|\bbecomeSlow\b/, 'FairSemaphore, markSlow'],
  [/\bknown-copies\b|\bKnownCopies\b|\bBELIEVED_MS\b/, 'read-through cache, CACHE_TTL_MS'],
  [/\bmakeGlance\b|\bGlance\b/, 'memoizeWithTtl'],
  [/\breadTogether\b|\bGathering\b|\bgiveWay\b/, 'batchReads, BatchWindow, yieldToEventLoop'],
  [/\bEndpointCourses\b|\bfollowFailing\b|\btellOfEnd\b/, 'EndpointHealth, recordFailure, endpointDisabledEvent'],
  [/\brecognise\b/, 'authenticate'],
  [/\binterface House\b|\btype House\b|\bIntroduction\b/, 'AppContext, IdentityHeaders'],
  [/\bhush\b|\brung\b/, 'clear, notified'],
  [/\bLaneLeases\b|\bhash-lane\b/, 'ShardLeases, shard'],
  [/^\s*(?:\/\*\*|\*) (?:What|Whether|Who|Whom|Whose) /m, 'a doc comment that begins with what the thing is or does'],
];

/** Texts that quote the words: this list, the glossary, and decisions, which are superseded and not edited. */
const EXEMPT =
  /^(?:tools\/architecture\/refused-words(?:\.test)?\.ts|docs\/glossary\.md|docs\/decisions\/)|\/generated\/|\/golden\//;

/** Places where code or documentation says a refused word: `file:line: word (say: …)`. */
export function refusedWords(root: string): readonly string[] {
  return globSync(['{apps,libs,tools,deploy,e2e}/**/*.{ts,tsx,md,sh}', 'docs/**/*.md', '*.{ts,md}'], {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .filter((file) => !EXEMPT.test(file) && !file.includes('node_modules'))
    .toSorted()
    .flatMap((file) => refusedIn(file, readFileSync(join(root, file), 'utf8')));
}

/** @param file named in the rows. */
export function refusedIn(file: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) =>
    REFUSED.flatMap(([pattern, instead]) => {
      const word = pattern.exec(line)?.[0].trim();
      return word === undefined ? [] : [`${file}:${index + 1}: ${word} (say: ${instead})`];
    }),
  );
}
