import type { ApiRequest } from '../../api/client.ts';
import type { SkuRecord } from '../../api/types.ts';

/** A SKU as it was when the dialog was opened, its path in the API, and the way to send the change. */
export interface SkuActionProps {
  readonly sku: SkuRecord;
  readonly path: string;
  readonly act: (request: Pick<ApiRequest, 'method' | 'path' | 'body'>) => Promise<void>;
  readonly onClose: () => void;
}
