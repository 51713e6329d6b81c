import {
  addressOf,
  type AnswerMediaOf,
  type AnswerOf,
  type Callable,
  type CallAddress,
  type CallOf,
  type Operation,
  type UploadMediaOf,
} from '@fulfilment/contracts';
import type { DataTag } from '@tanstack/react-query';
import { receive, type Sending } from './client.ts';

/** A call as it is sent, its types aside. */
export interface UntypedCall extends CallAddress, Sending {
  readonly body?: object;
}

/**
 * The arguments of a call after its operation; there can be none where nothing is required. What is sent or answered as a file has
 * `upload` and `download`.
 */
export type CallArguments<Op extends Operation> = [AnswerMediaOf<Op> | UploadMediaOf<Op>] extends [never]
  ? object extends CallOf<Op>
    ? [request?: CallOf<Op> & Sending]
    : [request: CallOf<Op> & Sending]
  : [never];

/**
 * Calls an operation of the contract with the member's session.
 *
 * @returns the document that it answers with.
 * @throws ApiProblem for a refusal, ConnectionLost without an answer, Interrupted if the member left the dialog.
 */
export function call<Op extends Operation>(operation: Callable<Op>, ...request: CallArguments<Op>): Promise<AnswerOf<Op>>;
export function call(operation: Callable, request: UntypedCall = {}): Promise<unknown> {
  return send(operation, request);
}

/** Sends a call for the functions of this folder, which have typed it. */
export async function send(operation: Callable, request: UntypedCall): Promise<unknown> {
  const { params: _params, query: _query, ...others } = request;
  const answer = await receive({ ...others, method: operation.method, address: addressOf(operation, request) });
  return await answer.json();
}

/** An operation that changes nothing, whose path and query say all that it is asked. */
export type ReadOperation = Operation & { readonly method: 'GET' };

/** A read as TanStack Query takes it: its key, and how it is sent. */
interface Read<Answer, Key extends readonly unknown[], Context> {
  readonly queryKey: Key;
  readonly queryFn: (context: Context) => Promise<Answer>;
}
interface ReadContext {
  readonly signal: AbortSignal;
}
type Reading<Answer> = Read<Answer, DataTag<readonly unknown[], Answer>, ReadContext>;

/** A read of an operation for `useQuery`; its key begins with {@link keyOf}. */
export function reading<Op extends ReadOperation>(operation: Callable<Op>, ...request: CallArguments<Op>): Reading<AnswerOf<Op>>;
export function reading(operation: Callable, request: UntypedCall = {}): Read<unknown, readonly unknown[], ReadContext> {
  const { params = {}, query = {} } = request;
  return {
    queryKey: [operation.path, params, query],
    queryFn: ({ signal }) => send(operation, { ...request, signal }),
  };
}

/** A page of a list; `next_cursor` is null on the last one. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** One record of the list that an operation answers with; never of one that answers with something else. */
export type RowOf<Op extends Operation> = AnswerOf<Op> extends ListPage<infer Row> ? Row : never;

interface PageContext extends ReadContext {
  readonly pageParam: string | undefined;
}

/** A list as `useInfiniteQuery` takes it. */
export type ListRead<Row> = Read<ListPage<Row>, readonly unknown[], PageContext>;

/** A list of an operation for `useInfiniteQuery`; its key begins with {@link keyOf}. */
export function listing<Op extends ReadOperation>(operation: Callable<Op>, request: CallOf<Op>): ListRead<RowOf<Op>>;
export function listing(operation: Callable, request: CallAddress): Read<unknown, readonly unknown[], PageContext> {
  const { params = {}, query = {} } = request;
  return {
    queryKey: [operation.path, params, query, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => send(operation, { params, query: { ...query, cursor }, signal }),
  };
}

/**
 * Reads a list page by page, to its end or until it has `most` rows.
 *
 * @returns the rows of whole pages, and whether the list has more.
 */
export async function readRows<Row>(
  read: (cursor: string | undefined) => Promise<ListPage<Row>>,
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < most) {
    const page = await read(cursor);
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return { rows, hasMore: cursor !== null };
}

/** The beginning of the query keys of everything that is read by an operation, or of what it reads of one record. */
export function keyOf<Op extends Operation>(operation: Callable<Op>, params?: CallOf<Op>['params']): readonly unknown[] {
  return params === undefined ? [operation.path] : [operation.path, params];
}

/** A filter of queries: those of an operation, and those of all operations whose path is below its own. */
export function below({ path }: Callable): (query: { readonly queryKey: readonly unknown[] }) => boolean {
  return ({ queryKey: [read] }) => typeof read === 'string' && (read === path || read.startsWith(`${path}/`));
}

/** The request of an operation as the console has it: `RequestOf<typeof operations.listOrders>['query']`. */
export type RequestOf<Called extends Callable> = Called extends Callable<infer Op> ? CallOf<Op> : never;
