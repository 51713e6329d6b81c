import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

/** A word that is not said any more, and the one in its place (`docs/glossary.md`). */
type Refused = readonly [pattern: RegExp, instead: string];

/** Refused in code, comments and documentation alike. */
const IN_TEXT: readonly Refused[] = [
  [/\bsomebody\b/i, 'a noun: the caller, another client, a member'],
  [/\b(?:any|every)body\b/i, 'a noun: any process, all clients'],
  [/\bnobody\b/i, 'a noun with "no": no caller, no process'],
  [/\bwho(?:ever|soever)\b/i, 'the noun'],
  [/\bunless told\b/i, 'by default'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'name the writer or the moment'],
  [/\bmoved meanwhile\b/i, 'version conflict'],
  [/\bwhat is pending\b/i, 'pending deliveries'],
  [/\bwhat workers find\b/i, 'the pending projection'],
  [/\bnot as it should be\b/i, 'invalid'],
  [/\ball it can take\b/i, 'overloaded'],
  [/\b(?:set|sets|setting) aside\b|\bsetAside\b/i, 'dead-letter'],
  [/\bpasses? with time\b|\bmay pass(?: with time)?\b(?!,)|\bmayPass/i, 'retryable; may succeed later'],
  [/\bturnstile\b/i, 'semaphore'],
  [/\bfair ?slots?\b|\bbecomeSlow\b/i, 'FairSemaphore, markSlow'],
  [/\bknown[- ]?cop(?:y|ies)\b|\bBELIEVED_MS\b|\bbelieved for\b/i, 'read-through cache, CACHE_TTL_MS'],
  [/\bknown keys?\b/i, 'API key; a key of the cache'],
  [/\bstrangers?\b(?! understands)/i, 'unknown key; another account'],
  [/\bmakeGlance\b|\bGlance\b/, 'memoizeWithTtl'],
  [
    /\bread together\b|\breadTogether\b|\bgathering\b|\bgiveWay\b|\bgives? way\b/i,
    'batched reads, batch window, yield to the event loop',
  ],
  [
    /\bEndpointCourses\b|\bfollowFailing\b|\btell of end\b|\btellOfEnd\b/i,
    'endpoint health, recordFailure, endpointDisabledEvent',
  ],
  [/\brecognis\w+/i, 'authenticate; know'],
  [/\binterface House\b|\btype House\b|\bintroduction\b/i, 'application context, identity headers'],
  [/\brequesters?\b/i, 'author of a change; member'],
  [/\bnudg\w+|\bhush\b|\brung\b|\bput to rest\b/i, 'wake-up, clear, notify, idle'],
  [/\bLaneLeases\b|\bhash-lane\b/, 'ShardLeases, shard'],
  [/\bput in order\b|(?<!order-)\bdissolv\w+/i, 'switch to ordered delivery; split a batch'],
  [/\bverdicts?\b/i, 'result, decision, outcome of an attempt'],
  [/\bonReplayed\b/i, 'replayed'],
  [/\bovertaken\b/i, 'version conflict; late'],
  [/\btry alone\b/i, 'isolate, bisect'],
  [/\blanded\b/i, 'finished'],
  [/\bhold of a cart\b|\bsoft allocation\b/i, 'reservation'],
  [/^\s*(?:\/\*\*|\*) (?:What|Whether|Who|Whom|Whose) /m, 'a doc comment that begins with what the thing is or does'],
];

/** English words that are refused in the names of types, functions and constants where they would name a concept of the glossary. */
const IN_NAMES: ReadonlyArray<readonly [word: string, where: RegExp, instead: string]> = [
  ['house', /^(?:apps|libs)\//, 'account, application context'],
  ['article', /^(?:apps\/(?!gateway\/src\/reference\/)|libs\/contracts\/)/, 'SKU'],
  ['place', /^(?:apps\/inventory|libs\/contracts)\//, 'location; position, of a row or an item'],
  ['told', /./, 'published, shown'],
  ['news', /./, 'event'],
  ['standing', /^(?:apps\/(?:orders|webhooks|scans)|libs)\//, 'allocation'],
  ['wants', /^apps\/webhooks\//, 'subscription'],
  ['shipment', /^apps\/webhooks\//, 'webhook request'],
  ['exchange', /^apps\/webhooks\//, 'webhook request'],
  ['course', /^apps\/webhooks\//, 'endpoint health'],
  ['settled', /^(?:apps|libs)\//, 'command result'],
  ['together', /^(?:libs\/contracts|apps\/inventory\/src\/batches)\//, 'atomic'],
  ['needs', /^apps\/gateway\//, 'permission'],
  ['lane', /^libs\/messaging\//, 'shard'],
  ['turn', /^libs\/messaging\/src\/outbox\//, 'lease'],
  ['ring', /^(?:apps|libs)\//, 'notify'],
  ['glance', /^(?:apps|libs)\//, 'memoize with TTL'],
  ['park', /^(?:apps|libs)\//, 'dead letter'],
  ['parked', /^(?:apps|libs)\//, 'dead letter'],
  ['poison', /^(?:apps|libs)\//, 'dead letter'],
  ['press', /^apps\/(?:gateway|webhooks)\//, 'preempt'],
  ['launch', /^apps\/webhooks\//, 'start'],
  ['flight', /^(?!.*in-flight|.*fair-semaphore)apps\/webhooks\//, 'in-flight window'],
  ['pace', /./, 'token bucket; pacing, for the spacing of requests'],
  ['leaving', /^(?:apps\/gateway|libs\/service)\//, 'draining'],
  ['full', /^apps\/gateway\/src\/proxy\//, 'overloaded'],
  ['fit', /^apps\/gateway\/src\/proxy\//, 'healthy'],
];

/** `true` where a word that the glossary replaces is refused in texts or in names. */
export function isRefused(word: string): boolean {
  return IN_TEXT.some(([pattern]) => pattern.test(word)) || IN_NAMES.some(([name]) => name === word.toLowerCase());
}

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
  return text.split('\n').flatMap((line, index) => {
    const inText = IN_TEXT.flatMap(([pattern, instead]) => {
      const word = pattern.exec(line)?.[0].trim();
      return word === undefined ? [] : [[word, instead] as const];
    });
    const name = isProduct(file) ? DECLARATION.exec(line)?.[1] : undefined;
    const inNames = name === undefined ? [] : refusedInName(file, name);
    return [...inText, ...inNames].map(([word, instead]) => `${file}:${index + 1}: ${word} (say: ${instead})`);
  });
}

const DECLARATION = /^(?:export )?(?:async )?(?:interface|type|class|function|const) (\w+)/;

function isProduct(file: string): boolean {
  return file.endsWith('.ts') && !/\.(?:test|fixture|conformance)\.ts$/.test(file) && !file.startsWith('e2e/');
}

function refusedInName(file: string, name: string): ReadonlyArray<readonly [string, string]> {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
  return IN_NAMES.flatMap(([word, where, instead]) =>
    words.includes(word) && where.test(file) ? [[name, instead] as const] : [],
  );
}
