import type { NamedCall } from '../../api/named-call.ts';
import type { Environment, SkuRecord } from '../../api/types.ts';

/** A change of stock, as its dialog sends it. */
export type StockChange = (call: NamedCall, query: { readonly environment: Environment }) => Promise<unknown>;

/** A SKU as it was when the dialog was opened, and the way to send the change. */
export interface SkuActionProps {
  readonly sku: SkuRecord;
  readonly act: (change: StockChange) => Promise<void>;
  readonly onClose: () => void;
}
