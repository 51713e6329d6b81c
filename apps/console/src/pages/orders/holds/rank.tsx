import type { ReactNode } from 'react';
import type { OrderRecord } from '../../../api/types.ts';
import { Time } from '../../../parts/time.tsx';
import { holdWords as words } from './hold-strings.ts';

const DEFAULT_PRIORITY = 5;

type Ranked = Pick<OrderRecord, 'priority' | 'ship_by'>;

/** True for an order with a priority of its own, or a time by which it is to be shipped. */
export function hasRank({ priority, ship_by: shipBy }: Ranked): boolean {
  return priority !== DEFAULT_PRIORITY || shipBy !== null;
}

/** The priority of an order, and the time by which it is to be shipped where it has one. */
export function Rank({ order: { priority, ship_by: shipBy } }: { readonly order: Ranked }): ReactNode {
  return (
    <span className="lines">
      <span>{priority}</span>
      {shipBy !== null && (
        <span className="quiet">
          {words.by} <Time at={shipBy} />
        </span>
      )}
    </span>
  );
}
