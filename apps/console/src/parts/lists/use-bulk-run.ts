import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { makeNamedCall, type NamedCall } from '../../api/named-call.ts';
import { ApiProblem } from '../../api/problem.ts';
import { type Result, runEach } from './run-each.ts';

/** Requests under way at once: a fraction of what an account may have. */
const AT_ONCE = 4;

interface BulkRunOptions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Told which are done, once a run has ended. */
  readonly onDone: (keys: readonly string[]) => void;
  /** True for what is read again after a run. */
  readonly isChanged: (query: Pick<Query, 'queryKey'>) => boolean;
}

/** Sends the change of one row, bound to the version that was seen last. */
export type SendRow<Row> = (call: NamedCall, row: Row, ifMatch: number) => Promise<Result>;

/** A run over rows, as its window shows it. */
export interface BulkRun<Row> {
  readonly results: ReadonlyMap<string, Result>;
  readonly isRunning: boolean;
  readonly run: (some: readonly Row[], send: SendRow<Row>) => Promise<void>;
  readonly stop: () => void;
}

/** A run over rows that can be stopped, and begun again with those that failed, each under the key of its own change. */
export function useBulkRun<Row extends { readonly version: number }>({
  rows,
  keyOf,
  onDone,
  isChanged,
}: BulkRunOptions<Row>): BulkRun<Row> {
  const queries = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  // A repeat after no answer has the key of before; after a refusal for another version it decides about the present one.
  const [senders] = useState(() => new Map(rows.map((row) => [keyOf(row), { call: makeNamedCall(), version: row.version }])));
  const work = async (row: Row, send: SendRow<Row>): Promise<Result> => {
    const sender = senders.get(keyOf(row)) ?? { call: makeNamedCall(), version: row.version };
    try {
      return await send(sender.call, row, sender.version);
    } catch (error) {
      const present = error instanceof ApiProblem ? error.document.current_version : undefined;
      if (present !== undefined) sender.version = present;
      throw error;
    }
  };
  const run = async (some: readonly Row[], send: SendRow<Row>): Promise<void> => {
    const { signal } = (stopping.current = new AbortController());
    const done: string[] = [];
    setIsRunning(true);
    setResults((before) => new Map([...before].filter(([key]) => !some.some((row) => keyOf(row) === key))));
    await runEach(some, {
      atOnce: AT_ONCE,
      signal,
      work: (row) => work(row, send),
      tell: (row, result) => {
        if (result.state !== 'failed') done.push(keyOf(row));
        setResults((before) => new Map(before).set(keyOf(row), result));
      },
    });
    setIsRunning(false);
    onDone(done);
    await queries.invalidateQueries({ predicate: isChanged });
  };
  return { results, isRunning, run, stop: () => stopping.current?.abort() };
}
