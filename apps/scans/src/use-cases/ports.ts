import type { ScanRecord } from '@fulfilment/contracts';
import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';

/** The event that tells of a scan. Its body is made once; its id stays the same however often it is sent. */
export interface ScanEvent {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: 'scan.completed';
  readonly value: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/** A scan with its event: they are written as one. */
export interface ScanEntry {
  readonly tenant: Tenant;
  readonly scan: ScanRecord;
  readonly event: ScanEvent;
}

export interface ScanLog {
  /**
   * Writes the scan and its event, unless the tenant has a scan with its `client_scan_id` already.
   *
   * @returns the scan that is in the log now, on a majority of replicas: this one, or the one before it.
   * @throws AppError `unavailable` where the store is away or too many scans wait.
   */
  append(entry: ScanEntry): Promise<ScanRecord>;
}

export interface ScanFilter {
  readonly sku?: string | undefined;
  readonly barcode?: string | undefined;
  readonly type?: string | undefined;
  readonly order_id?: string | undefined;
  readonly device_id?: string | undefined;
}

export interface ScanHistory {
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  page(tenant: Tenant, filter: ScanFilter, page: PageQuery): Promise<Page<ScanRecord>>;
}
