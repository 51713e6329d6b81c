import type { ScanRecord, ScansOverview } from '@fulfilment/contracts';
import type {
  Answered,
  AppError,
  IdempotencyClaim,
  OutgoingMessage,
  Page,
  PageQuery,
  RequestContext,
  Tenant,
} from '@fulfilment/kernel';

/** A scan with its messages: they are written as one. */
export interface ScanEntry {
  readonly tenant: Tenant;
  readonly scan: ScanRecord;
  readonly event: OutgoingMessage;
  /** For inventory, where the scan is to be applied. */
  readonly command: OutgoingMessage | undefined;
  /** Of a request that moves stock under an idempotency key. */
  readonly claim: ScanClaim | undefined;
}

/** The idempotency key of a scan's request, and the scan's place in that request. */
export interface ScanClaim extends Pick<IdempotencyClaim, 'id' | 'fingerprint'> {
  readonly place: number;
}

/** The scan in the log for a submitted one. */
export interface KeptScan {
  readonly scan: ScanRecord;
  /** True where this request recorded it, now or when it came first; else it has the same `client_scan_id`. */
  readonly own: boolean;
}

/** The answer or the refusal of a request. */
export type SubmissionAnswer<Answer> =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'refused'; readonly error: AppError };

/** The scans of one request. */
export interface Submission<Answer> {
  readonly context: RequestContext;
  readonly entries: readonly ScanEntry[];
  /**
   * The answer, decided for a repeat under the idempotency key as well. It goes through JSON.
   *
   * @param kept the scan in the log for each entry; undefined where the request came before and that entry was refused then.
   */
  readonly answerOf: (kept: readonly (KeptScan | undefined)[]) => SubmissionAnswer<Answer>;
}

/** The log of scans. */
export interface ScanLog<Answer> {
  /**
   * Writes scans and their messages, except those with a `client_scan_id` that their device has used, and the answer under the
   * request's idempotency key, all on a majority of replicas. The answer is kept for a day, the key of a request that moves
   * stock for ever.
   *
   * @returns the answer; for a repeat the first one, and after a day the answer with the scans as they are by then.
   * @throws AppError `unavailable` where the store is away or too many scans wait; the refusal; the refusal of the first request.
   */
  append(submission: Submission<Answer>): Promise<Answered<Answer>>;
}

export interface ScanFilter {
  readonly sku?: string | undefined;
  readonly barcode?: string | undefined;
  readonly type?: readonly ScanRecord['type'][] | undefined;
  readonly location?: readonly string[] | undefined;
  readonly order_id?: string | undefined;
  readonly device_id?: readonly string[] | undefined;
  readonly operator?: string | undefined;
  readonly applied?: readonly NonNullable<ScanRecord['applied']>[] | undefined;
  /** Received then or later. */
  readonly from?: Date | undefined;
  /** Received before. */
  readonly to?: Date | undefined;
}

export interface ScanHistory {
  find(tenant: Tenant, id: string): Promise<ScanRecord | undefined>;
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  page(tenant: Tenant, filter: ScanFilter, page: PageQuery): Promise<Page<ScanRecord>>;
  /** Counts the scans of a tenant received at `from` or later. */
  countSince(tenant: Tenant, from: Date): Promise<number>;
  /** Counts the scans of a tenant received in each of the minutes that begin at `starts`, which are in a row. */
  countByMinute(tenant: Tenant, starts: readonly Date[]): Promise<readonly number[]>;
  /** Counts the newest scans of a tenant received at `from` or later by device and by operator, as far as the overview shows them. */
  busiestSince(tenant: Tenant, from: Date): Promise<ScansOverview['busiest']>;
  /**
   * Records the outcomes of scans that have none yet, each with the event that tells it; the others stay as they are.
   *
   * @returns the number of recorded outcomes, on a majority of replicas.
   */
  recordOutcomes(outcomes: readonly ScanOutcome[]): Promise<number>;
}

/** Inventory's outcome for a scan that is to be applied. */
export interface ScanOutcome {
  readonly tenant: Tenant;
  readonly scanId: string;
  /** Null where the movement is posted. */
  readonly refusal: ScanRecord['refusal'];
  /** Lines of orders that the movement took units from or gave them to. */
  readonly workedLines?: number | undefined;
  /** The request that recorded the scan. */
  readonly requestId: string;
  /** When inventory decided it. */
  readonly at: Date;
}
