import type { ScanRecord } from '@fulfilment/contracts';
import type { IdempotencyClaim, Page, PageQuery, RequestContext, Tenant } from '@fulfilment/kernel';

/** What goes out with a scan. Its body is made once; its id stays the same however often it is sent. */
export interface ScanMessage {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: 'scan.completed' | 'move';
  readonly value: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/** A scan with what it tells: they are written as one. */
export interface ScanEntry {
  readonly tenant: Tenant;
  readonly scan: ScanRecord;
  readonly event: ScanMessage;
  /** To inventory, where the scan is to be applied. */
  readonly command: ScanMessage | undefined;
  /** Of a request that moves stock under an idempotency key. */
  readonly claim: ScanClaim | undefined;
}

/** The idempotency key of the request that a scan came with, and the scan's place in that. */
export interface ScanClaim extends Pick<IdempotencyClaim, 'id' | 'fingerprint'> {
  readonly place: number;
}

/** The scan that is in the log in the place of one that came. */
export interface KeptScan {
  readonly scan: ScanRecord;
  /** Whether this very request recorded it, now or when it came first. Else it has the `client_scan_id`. */
  readonly own: boolean;
}

/** The scans of one request. */
export interface Submission<Answer> {
  readonly context: RequestContext;
  readonly entries: readonly ScanEntry[];
  /**
   * What the request is answered, and a repeat of it under its idempotency key as well. It goes through JSON.
   *
   * @param kept for each entry the scan that is in the log now; none where the request has come before and was refused that one.
   * @throws AppError where that is a refusal.
   */
  readonly answer: (kept: readonly (KeptScan | undefined)[]) => Answer;
}

export interface ScanLog<Answer> {
  /**
   * Writes scans and what they tell, but those whose `client_scan_id` the tenant has a scan with already, and the answer under
   * the idempotency key of the request, all on a majority of replicas. The answer is kept for a day, the key of a request that
   * moves stock for ever.
   *
   * @returns the answer, or the first one where the request comes again: after a day with the scans as they are by then.
   * @throws AppError `unavailable` where the store is away or too many scans wait; what `answer` throws; what a repeat is refused with.
   */
  append(submission: Submission<Answer>): Promise<Answer>;
}

export interface ScanFilter {
  readonly sku?: string | undefined;
  readonly barcode?: string | undefined;
  readonly type?: ScanRecord['type'] | undefined;
  readonly location?: string | undefined;
  readonly order_id?: string | undefined;
  readonly device_id?: string | undefined;
  readonly operator?: string | undefined;
  readonly applied?: NonNullable<ScanRecord['applied']> | undefined;
  /** Received then or later. */
  readonly from?: Date | undefined;
  /** Received before. */
  readonly to?: Date | undefined;
}

export interface ScanHistory {
  find(tenant: Tenant, id: string): Promise<ScanRecord | undefined>;
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  page(tenant: Tenant, filter: ScanFilter, page: PageQuery): Promise<Page<ScanRecord>>;
}

/** What inventory made of a scan that was to be applied. */
export interface ScanOutcome {
  readonly tenant: Tenant;
  readonly scanId: string;
  /** Null where the movement is posted. */
  readonly refusal: ScanRecord['refusal'];
}

export interface AppliedScans {
  /**
   * Notes the outcomes of scans that have none yet; the others stay as they are.
   *
   * @returns how many were noted, on a majority of replicas.
   */
  settle(outcomes: readonly ScanOutcome[]): Promise<number>;
}

export interface ScanCounts {
  /** How many scans of a tenant came at `from` or later. */
  since(tenant: string, from: Date): Promise<number>;
}
