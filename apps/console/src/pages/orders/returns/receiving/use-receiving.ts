import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, reading } from '../../../../api/call.ts';
import { operations } from '../../../../api/callable-operations.ts';
import { ApiProblem, ConnectionLost, Interrupted } from '../../../../api/problem.ts';
import { useEnvironment, useSession } from '../../../../api/session.ts';
import { useStore } from '../../../../api/store.ts';
import type { ReturnRecord } from '../../../../api/types.ts';
import { useAddressValues } from '../../../../parts/address-values.ts';
import { strings } from '../../../../strings.ts';
import { isOfOrders } from '../../order-step.ts';
import { skuOf } from '../../../../api/sku-of-barcode.ts';
import { type Disposition, isReceivable, nameOfReturn, sumOf } from '../return-states.tsx';
import { returnWords } from '../return-strings.ts';
import { useReturn } from '../shown-return.tsx';
import { findReturn, type FoundReturns } from './find-return.ts';
import { lineFor, ReceiptDraft, receiptOf, scannedOf, type SentReceipt, unitsIn } from './receipt-draft.ts';
import type { ScanOutcome } from '../../../../parts/scanning/scan-field.tsx';
import { playOutcome } from '../../../../parts/scanning/scan-sounds.ts';

const words = returnWords.receiving;

/** Milliseconds until a receipt without an answer is sent again. */
const AGAIN_MS = 3_000;
const KNOWN_MS = 60_000;

/** The disposition and location of the units that are scanned next. */
interface Choice {
  readonly disposition: Disposition;
  readonly location: string;
}

/** The drafts of this window, by name: one for each return, however often it is opened. */
const drafts = new Map<string, ReceiptDraft>();

function draftNamed(name: string): ReceiptDraft {
  const draft = drafts.get(name) ?? new ReceiptDraft(name);
  drafts.set(name, draft);
  return draft;
}

/**
 * Receives returns by scans: the first one opens a return, and each after it counts one unit, which waits in the browser until its receipt
 * is sent. Scans are judged one after another, in their order.
 */
export function useReceiving(choice: Choice) {
  const environment = useEnvironment();
  const { account, member } = useSession();
  const queries = useQueryClient();
  const [{ return: id }, change] = useAddressValues();
  const { found, order, error } = useReturn(id);
  const draftOf = (returnId = ''): ReceiptDraft => draftNamed(`${account.id}/${member.id}/${environment}/${returnId}`);
  const draft = draftOf(id);
  const state = useStore(draft.state);
  const [outcome, setOutcome] = useState<ScanOutcome>();
  const [several, setSeveral] = useState<Extract<FoundReturns, { several: unknown }>>();
  const sound = (tone: ScanOutcome['tone'], text: string): void => {
    playOutcome(tone);
    setOutcome((before) => ({ place: (before?.place ?? 0) + 1, tone, text }));
  };
  const { send, isSending, problem } = useReceipts({ draft, id, say: sound });

  // A scan may be judged before the return that the one before it opened is rendered.
  const inHand = useRef<{ readonly record: ReturnRecord; readonly draft: ReceiptDraft }>(undefined);
  const chosen = useRef(choice);
  useEffect(() => {
    inHand.current = found && { record: found, draft };
    chosen.current = choice;
  });

  const open = (record: ReturnRecord): void => {
    inHand.current = { record, draft: draftOf(record.id) };
    queries.setQueryData(reading(operations.getReturn, { params: { id: record.id }, query: { environment } }).queryKey, record);
    setSeveral(undefined);
    change({ return: record.id });
    sound('good', words.opened(nameOfReturn(record)));
  };
  const find = async (code: string): Promise<void> => {
    const result = await findReturn(code, environment);
    if ('one' in result) return open(result.one);
    setSeveral('several' in result ? result : undefined);
    if ('several' in result) return sound('good', words.choose(result.order));
    sound('bad', result.none);
  };
  const count = async (code: string): Promise<void> => {
    const queryKey = ['sku of a barcode', environment, code];
    const known = await queries.fetchQuery({ queryKey, queryFn: () => skuOf(code, environment), staleTime: KNOWN_MS });
    if (inHand.current === undefined) return;
    const { record, draft: into } = inHand.current;
    // Labels without a barcode of the goods have the code of the SKU.
    const sku = known?.sku ?? record.lines.find((line) => line.sku === code)?.sku;
    if (sku === undefined) return sound('bad', words.unknown(code));
    const line = lineFor(record, into.state.get(), sku);
    if (line === 'none') return sound('bad', words.wrongItem(sku, known?.name ?? ''));
    const ofSku = record.lines.filter((each) => each.sku === sku);
    const counted = (): number => ofSku.reduce((sum, each) => sum + each.received + scannedOf(into.state.get(), each.line_id), 0);
    if (line === 'enough') return sound('bad', words.tooMany(sku, counted()));
    into.add({ line_id: line.line_id, sku, ...chosen.current });
    sound('good', words.counted(sku, counted(), sumOf({ lines: ofSku }, 'quantity')));
  };
  const judge = async (code: string): Promise<void> => {
    try {
      const isItem = inHand.current !== undefined && isReceivable(inHand.current.record) && !code.startsWith('ret_');
      await (isItem ? count(code) : find(code));
    } catch (failure) {
      if (failure instanceof Interrupted) return;
      const isLost = failure instanceof ConnectionLost;
      sound('bad', isLost ? words.unread : failure instanceof ApiProblem ? failure.message : strings.problem.unknown);
    }
  };
  const judged = useRef(Promise.resolve());
  const scan = (code: string): void => {
    judged.current = judged.current.then(() => judge(code));
  };
  /** Receives what was scanned so far, as Enter does while the field is empty. */
  const confirm = (): void => {
    judged.current = judged.current.then(send);
  };
  const leave = (): void => {
    inHand.current = undefined;
    setOutcome(undefined);
    change({ return: undefined });
  };
  return { found, order, error, draft, state, outcome, several, scan, confirm, open, leave, send, isSending, problem };
}

interface ReceiptsProps {
  readonly draft: ReceiptDraft;
  readonly id: string | undefined;
  readonly say: (tone: ScanOutcome['tone'], text: string) => void;
}

/** Sends what was scanned as a receipt, again under its key until it is taken or refused. The units of a refused one wait again. */
function useReceipts({ draft, id, say }: ReceiptsProps) {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const { sent } = useStore(draft.state);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [isLeft, setIsLeft] = useState(false);
  const taken = (receipt: SentReceipt, after: ReturnRecord): void => {
    draft.end(receipt, true);
    queries.setQueryData(reading(operations.getReturn, { params: { id: after.id }, query: { environment } }).queryKey, after);
    void queries.invalidateQueries({ predicate: isOfOrders });
    say('good', words.received(unitsIn(receipt.units), sumOf(after, 'expected')));
  };
  const send = async (): Promise<void> => {
    const receipt = draft.begin(Date.now());
    if (receipt === null || id === undefined || isSending) return;
    setIsSending(true);
    setIsLeft(false);
    setProblem(undefined);
    try {
      const request = { params: { id }, query: { environment }, body: receiptOf(receipt), idempotencyKey: receipt.key };
      const after = await call(operations.receiveReturn, request);
      // One that waits for inventory is sent again: its key waits for the result.
      if (after.pending_transition === null) taken(receipt, after);
    } catch (failure) {
      setIsLeft(failure instanceof Interrupted);
      if (isRefusal(failure)) {
        draft.end(receipt, false);
        setProblem(failure);
        say('bad', failure.document.title);
        void queries.invalidateQueries({ predicate: isOfOrders });
      }
    } finally {
      setIsSending(false);
    }
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const waits = sent !== null && !isSending && !isLeft;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => void latest.current(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return { send, isSending, problem };
}

function isRefusal(failure: unknown): failure is ApiProblem {
  return failure instanceof ApiProblem && !failure.document.retryable;
}
