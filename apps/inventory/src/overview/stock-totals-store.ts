import type { Db } from 'mongodb';
import type { StockTotals } from '../skus/sku-ports.ts';
import { SKUS } from '../stock/inventory-indexes.ts';
import type { SkuDocument } from '../skus/sku-documents.ts';

interface Totals {
  readonly skus: number;
  readonly onHand: number;
  readonly allocated: number;
  readonly lowStock: number;
}

const NONE: Totals = { skus: 0, onHand: 0, allocated: 0, lowStock: 0 };

/**
 * Reads every SKU, some seconds for a million: an index that held the quantities made changes of stock half as dear again
 * (measured, batches of 100), and whoever looks at the sums looks now and then.
 */
export function makeStockTotals(db: Db): StockTotals {
  const collection = db.collection<SkuDocument>(SKUS);
  return {
    ofActive: async (tenant) => {
      const [totals = NONE] = await collection
        .aggregate<Totals>([
          { $match: { tenant, status: 'active' } },
          {
            $group: {
              _id: null,
              skus: { $sum: 1 },
              onHand: { $sum: '$on_hand' },
              allocated: { $sum: '$allocated' },
              lowStock: { $sum: { $cond: ['$low_stock', 1, 0] } },
            },
          },
          { $project: { _id: 0 } },
        ])
        .toArray();
      return totals;
    },
  };
}
