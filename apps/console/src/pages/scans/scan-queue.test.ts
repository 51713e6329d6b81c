import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, ConnectionLost } from '../../api/problem.ts';
import { CannotRecord, isWaiting, type KeptScan, type ScanAnswer, ScanQueue, type ScanKeeper, SignedOut } from './scan-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A keeper that outlives its queues, as the browser's database does. */
function memoryKeeper(): ScanKeeper & { readonly kept: Map<string, KeptScan> } {
  const kept = new Map<string, KeptScan>();
  return {
    kept,
    all: async () => [...kept.values()],
    put: async (scan) => void kept.set(scan.id, scan),
    remove: async (id) => void kept.delete(id),
  };
}

const brokenKeeper: ScanKeeper = {
  all: () => Promise.reject(new Error('no database')),
  put: () => Promise.reject(new Error('no database')),
  remove: () => Promise.reject(new Error('no database')),
};

function looksAtNothing(): Promise<ScanAnswer> {
  return Promise.reject(new Error('It moves no stock'));
}

/** A server that answers in turn: with a failure, or by recording the scan. */
function serverOf(...answers: readonly unknown[]) {
  const asked: string[] = [];
  const recorded: string[] = [];
  const send = async ({ id }: KeptScan): Promise<ScanAnswer> => {
    const failure = answers[asked.length];
    asked.push(id);
    if (failure instanceof Error) throw failure;
    recorded.push(id);
    return { recordId: `scn_${id}`, isPending: failure === 'pending', refusal: null };
  };
  return { asked, recorded, send, look: looksAtNothing };
}

function problem(status: number, retryable: boolean, retryAfter?: number): ApiProblem {
  const document = {
    type: '',
    title: 'Refused',
    status,
    code: 'forbidden',
    detail: 'Not for you.',
    request_id: 'req_1',
  } as const;
  return new ApiProblem({ ...document, retryable }, retryAfter);
}

const SENDER = 'acc_1/mem_1';

function scanNamed(id: string) {
  return { id, environment: 'sandbox', barcode: id, type: 'pick', scannedAt: '2026-11-27T05:00:00.000Z' } as const;
}

async function runsFor(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

test('scans are sent one by one in the order of scanning, and each has its result', async () => {
  const keeper = memoryKeeper();
  const { asked, send, look } = serverOf();
  const queue = new ScanQueue({ sender: SENDER, keeper, send, look });
  await queue.start();
  for (const id of ['1', '2', '3']) queue.add(scanNamed(id));
  expect(queue.state.get().scans.filter(isWaiting)).toHaveLength(3);
  await runsFor(0);

  expect(asked).toEqual(['1', '2', '3']);
  expect(queue.state.get().scans.map(({ id, isRecorded }) => [id, isRecorded])).toEqual([
    ['1', true],
    ['2', true],
    ['3', true],
  ]);
  expect(keeper.kept.size).toBe(0);
});

test.each([
  ['a lost connection', new ConnectionLost(), 'connection'],
  ['503', problem(503, true), 'server'],
  ['a page of a proxy', problem(502, false), 'server'],
  ['an answer that is no JSON', new SyntaxError('Unexpected token <'), 'server'],
  ['an ended session', problem(401, false), 'session'],
  ['the session of another member', new SignedOut(), 'session'],
])('%s loses no scan: it is sent again under its id, before those behind it', async (_what, failure, obstacle) => {
  const { asked, recorded, send, look } = serverOf(failure, failure);
  const queue = new ScanQueue({ sender: SENDER, keeper: memoryKeeper(), send, look });
  await queue.start();
  queue.add(scanNamed('1'));
  queue.add(scanNamed('2'));
  await runsFor(0);
  expect([queue.state.get().obstacle, asked]).toEqual([obstacle, ['1']]);
  await runsFor(1_000 + 2_000);

  expect(asked).toEqual(['1', '1', '1', '2']);
  expect(recorded).toEqual(['1', '2']);
  expect(queue.state.get()).toMatchObject({ obstacle: undefined, scans: [{ isRecorded: true }, { isRecorded: true }] });
});

test('a rate limit is waited out as long as it asks', async () => {
  const { recorded, send, look } = serverOf(problem(429, true, 17));
  const queue = new ScanQueue({ sender: SENDER, keeper: memoryKeeper(), send, look });
  await queue.start();
  queue.add(scanNamed('1'));
  await runsFor(16_999);
  expect(recorded).toEqual([]);
  await runsFor(1);
  expect(recorded).toEqual(['1']);
});

test('the wait ends as soon as the connection is back', async () => {
  const { recorded, send, look } = serverOf(new ConnectionLost());
  const queue = new ScanQueue({ sender: SENDER, keeper: memoryKeeper(), send, look });
  await queue.start();
  queue.add(scanNamed('1'));
  await runsFor(0);
  queue.hurry();
  await runsFor(0);
  expect(recorded).toEqual(['1']);
});

test('a refused scan stays with its reason until it is discarded or sent again, and stops none behind it', async () => {
  const keeper = memoryKeeper();
  const { recorded, send, look } = serverOf(problem(422, false), undefined, problem(422, false));
  const queue = new ScanQueue({ sender: SENDER, keeper, send, look });
  await queue.start();
  for (const id of ['1', '2', '3']) queue.add(scanNamed(id));
  await runsFor(0);
  expect(recorded).toEqual(['2']);

  const reopened = new ScanQueue({ sender: SENDER, keeper, send, look });
  await reopened.start();
  await runsFor(60_000);
  const reason = 'Refused: Not for you.';
  expect(reopened.state.get().scans).toMatchObject([
    { id: '1', refusal: reason },
    { id: '3', refusal: reason },
  ]);
  reopened.discard('3');
  reopened.again('1');
  await runsFor(0);
  expect(recorded).toEqual(['2', '1']);
  expect(keeper.kept.size).toBe(0);
});

test('scans that wait outlive the page: the next one sends them under the same ids, before its own', async () => {
  const keeper = memoryKeeper();
  const away = serverOf(new ConnectionLost());
  const closed = new ScanQueue({ sender: SENDER, keeper, ...away });
  await closed.start();
  closed.add(scanNamed('1'));
  closed.add(scanNamed('2'));
  await runsFor(0);
  closed.stop();

  const { recorded, send, look } = serverOf();
  const queue = new ScanQueue({ sender: SENDER, keeper, send, look });
  queue.add(scanNamed('3'));
  await queue.start();
  await runsFor(0);
  expect(recorded).toEqual(['1', '2', '3']);
  expect(keeper.kept.size).toBe(0);
});

test('a scan of another sender is neither shown nor sent, and stays for its own', async () => {
  const keeper = memoryKeeper();
  const first = new ScanQueue({ sender: SENDER, keeper, ...serverOf(new ConnectionLost()) });
  await first.start();
  first.add(scanNamed('1'));
  await runsFor(0);
  first.stop();

  const { asked, send, look } = serverOf();
  const other = new ScanQueue({ sender: 'acc_2/mem_1', keeper, send, look });
  await other.start();
  await runsFor(60_000);
  expect(asked).toEqual([]);
  expect(other.state.get()).toMatchObject({ scans: [], ofOthers: 1 });
  expect([...keeper.kept.keys()]).toEqual(['1']);
});

test('a stopped queue sends nothing, and goes on where it was', async () => {
  const { asked, recorded, send, look } = serverOf(new ConnectionLost());
  const queue = new ScanQueue({ sender: SENDER, keeper: memoryKeeper(), send, look });
  await queue.start();
  queue.add(scanNamed('1'));
  await runsFor(0);
  queue.stop();
  await runsFor(60_000);
  expect(asked).toEqual(['1']);
  await queue.start();
  await runsFor(0);
  expect(recorded).toEqual(['1']);
});

test('a browser that keeps nothing sends scans as well, and the station says so', async () => {
  const { recorded, send, look } = serverOf();
  const queue = new ScanQueue({ sender: SENDER, keeper: brokenKeeper, send, look });
  await queue.start();
  queue.add(scanNamed('1'));
  await runsFor(0);
  expect(recorded).toEqual(['1']);
  expect(queue.state.get().isKept).toBe(false);
});

test('of recorded scans the newest are remembered', async () => {
  const { send, look } = serverOf();
  const queue = new ScanQueue({ sender: SENDER, keeper: memoryKeeper(), send, look });
  await queue.start();
  for (let each = 1; each <= 40; each += 1) queue.add(scanNamed(String(each)));
  await runsFor(0);
  expect(queue.state.get().scans.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 11)));
});

/** The decisions on recorded scans in turn: not decided, done, or refused for a reason. */
function decisionsOf(...decisions: readonly ('pending' | 'done' | { readonly refusal: string })[]) {
  const looked: string[] = [];
  const look = async ({ recordId }: { readonly recordId: string }): Promise<ScanAnswer> => {
    const decision = decisions[looked.length] ?? 'pending';
    looked.push(recordId);
    return { recordId, isPending: decision === 'pending', refusal: typeof decision === 'string' ? null : decision.refusal };
  };
  return { looked, look };
}

test('a change of stock is followed until inventory has decided, also over a reload, and stops no scan behind it', async () => {
  const keeper = memoryKeeper();
  const { recorded, send } = serverOf('pending');
  const { looked, look } = decisionsOf('pending', 'pending', 'done');
  const queue = new ScanQueue({ sender: SENDER, keeper, send, look });
  await queue.start();
  queue.add({ ...scanNamed('1'), type: 'receive', apply: true, quantity: 4 });
  queue.add(scanNamed('2'));
  await runsFor(150);
  expect(recorded).toEqual(['1', '2']);
  expect(queue.state.get().scans.map(({ isRecorded }) => isRecorded)).toEqual([false, true]);
  expect(queue.state.get().scans.filter(isWaiting)).toEqual([]);
  queue.stop();

  const reopened = new ScanQueue({ sender: SENDER, keeper, send, look });
  await reopened.start();
  await runsFor(150 + 300);
  expect(looked).toEqual(['scn_1', 'scn_1', 'scn_1']);
  expect(recorded).toEqual(['1', '2']);
  expect(reopened.state.get().scans).toMatchObject([{ id: '1', isRecorded: true, quantity: 4 }]);
  expect(keeper.kept.size).toBe(0);
});

test('a change of stock that inventory refused stays with the reason, and is asked for again as another scan', async () => {
  const { recorded, send } = serverOf('pending');
  const { look } = decisionsOf({ refusal: 'The location is archived.' });
  const keeper = memoryKeeper();
  const queue = new ScanQueue({ sender: SENDER, keeper, send, look });
  await queue.start();
  queue.add({ ...scanNamed('1'), type: 'receive', apply: true });
  await runsFor(150);
  expect(queue.state.get().scans).toMatchObject([{ id: '1', refusal: 'The location is archived.' }]);
  queue.again('1');
  await runsFor(0);
  expect(recorded).toHaveLength(2);
  expect(recorded[1]).not.toBe('1');
  expect(keeper.kept.size).toBe(0);
});

test('a transfer keeps the time at which it was sent first, and one that is too old to be sent again is told', async () => {
  const sent: KeptScan[] = [];
  const answers = [new ConnectionLost(), new CannotRecord('Too old.')];
  const send = async (scan: KeptScan): Promise<ScanAnswer> => {
    sent.push(scan);
    throw answers[sent.length - 1] ?? new ConnectionLost();
  };
  const { look } = decisionsOf();
  const queue = new ScanQueue({ sender: SENDER, keeper: memoryKeeper(), send, look });
  await queue.start();
  const first = Date.now();
  queue.add({ ...scanNamed('1'), type: 'putaway', from: 'DOCK', location: 'A3/S2' });
  await runsFor(1_000);
  expect(sent.map(({ id, sentAt }) => [id, sentAt])).toEqual([
    ['1', first],
    ['1', first],
  ]);
  expect(queue.state.get().scans).toMatchObject([{ refusal: 'Too old.' }]);
});
