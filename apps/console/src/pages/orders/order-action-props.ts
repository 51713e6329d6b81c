import type { OrderRecord } from '../../api/types.ts';

/** The version of the order that a dialog was opened for, and the way to send its action. */
export interface OrderActionProps {
  readonly order: OrderRecord;
  readonly act: (body: object) => Promise<void>;
  readonly onClose: () => void;
}
