import { assertNever } from '@fulfilment/kernel';
import { adjustStock } from './adjust-stock.ts';
import { allocateOrder } from './allocate-order.ts';
import { archiveSku } from './archive-sku.ts';
import { isOrderCommand, type OrderCommand, type SingleCommand, type SkuCommand } from './command.ts';
import { confirmOrder } from './confirm-order.ts';
import { createSku } from './create-sku.ts';
import { type Decision, DONE } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { fillBackorders } from '../../../orders-stock/domain/fill-backorders.ts';
import { moveForScan } from './move-for-scan.ts';
import { releaseOrder } from './release-order.ts';
import { shipOrder } from './ship-order.ts';
import { transferStock } from './transfer-stock.ts';
import { updateSku } from './update-sku.ts';

/** Decides one command on the running balances; what it changes is in the draft. */
export function decide(draft: Draft, command: SingleCommand): Decision {
  if (isOrderCommand(command)) return decideOrder(draft, command);
  switch (command.type) {
    case 'transfer-stock':
      return transferStock(draft, command);
    case 'move-for-scan':
      return moveForScan(draft, command);
    case 'fill':
      if (draft.sku(command.sku)) fillBackorders(draft, command.sku);
      return DONE;
    default:
      return decideSku(draft, command);
  }
}

function decideSku(draft: Draft, command: SkuCommand): Decision {
  switch (command.type) {
    case 'create-sku':
      return createSku(draft, command);
    case 'update-sku':
      return updateSku(draft, command);
    case 'archive-sku':
      return archiveSku(draft, command);
    case 'adjust-stock':
      return adjustStock(draft, command);
    default:
      return assertNever(command);
  }
}

function decideOrder(draft: Draft, command: OrderCommand): Decision {
  switch (command.type) {
    case 'allocate':
      return allocateOrder(draft, command);
    case 'confirm':
      return confirmOrder(draft, command);
    case 'ship':
      return shipOrder(draft, command);
    case 'release':
      return releaseOrder(draft, command);
    default:
      return assertNever(command);
  }
}
