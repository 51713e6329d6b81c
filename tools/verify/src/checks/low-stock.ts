import { type Check, placeOf } from '../check.ts';
import { SKUS } from '../documents.ts';
import { skuEvents, type SkuEvent } from '../sku-event.ts';

export const lowStockCheck: Check = {
  invariant: 6,
  name: 'low stock',
  promise: 'inventory.low_stock is told once whenever a SKU falls below its reorder point, and at no other time.',
  mayPass: true,
  run: async (look) => {
    const { compared, differs } = look.findings;
    const events = skuEvents(look);
    for await (const sku of look.rows(SKUS, { sort: { tenant: 1, sku: 1 } })) {
      compared('SKUs');
      const watch = watchCrossings((fault) => differs(`${sku.tenant} ${sku.sku}: ${fault}`));
      for await (const event of events.of(placeOf(sku.tenant, sku.sku))) {
        if (event.type === 'inventory.low_stock') compared('warnings');
        watch.see(event);
      }
      watch.end(sku.low_stock);
    }
    await events.end();
  },
};

/** What was told of one version of a SKU. */
interface Version {
  readonly sequence: number;
  readonly low: boolean;
  readonly warnings: number;
}

type Told = Pick<SkuEvent, 'type' | 'sequence'> & { readonly data: Pick<SkuEvent['data'], 'low_stock'> };

export interface CrossingWatch {
  /** Events of one SKU, in their order. */
  readonly see: (event: Told) => void;
  /** @param low whether the SKU is low now. */
  readonly end: (low: boolean) => void;
}

export function watchCrossings(isDifferent: (fault: string) => void): CrossingWatch {
  let before: Version | undefined;
  let current: Version | undefined;
  const close = (): void => {
    if (!current) return;
    const fault = warningFault(current, before);
    if (fault !== undefined) isDifferent(`version ${current.sequence} ${fault}`);
    before = current;
    current = undefined;
  };
  return {
    see: ({ type, sequence, data }) => {
      if (current?.sequence !== sequence) close();
      const warnings = (current?.warnings ?? 0) + (type === 'inventory.low_stock' ? 1 : 0);
      current = { sequence, low: data.low_stock, warnings };
    },
    end: (low) => {
      close();
      if (low && before?.low === false) isDifferent('it is low in stock, and nobody was told');
    },
  };
}

function warningFault(version: Version, before: Version | undefined): string | undefined {
  if (version.warnings > 1) return `was warned of ${version.warnings} times`;
  return version.warnings === 1 ? needlessWarning(version, before) : missingWarning(version, before);
}

function needlessWarning({ low, sequence }: Version, before: Version | undefined): string | undefined {
  if (!low) return 'was warned of and is not low in stock';
  // A change of the reorder point alone is not told: between versions with a gap the SKU may have recovered.
  const stayed = before?.low === true && sequence === before.sequence + 1;
  return stayed ? 'was warned of and was low in stock before' : undefined;
}

function missingWarning({ low, sequence }: Version, before: Version | undefined): string | undefined {
  const fell = low && (before === undefined ? sequence === 1 : !before.low);
  return fell ? 'fell below the reorder point without a warning' : undefined;
}
