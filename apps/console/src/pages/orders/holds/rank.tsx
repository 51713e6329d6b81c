import type { ReactNode } from 'react';
import type { OrderRecord } from '../../../api/types.ts';
import { Time } from '../../../parts/time.tsx';
import { holdWords as words } from './hold-strings.ts';

/** Of orders that name none. */
export const DEFAULT_PRIORITY = 5;

/** The priorities as choices, the one that comes first at the top. */
export const PRIORITIES = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((value) => ({
  value: String(value),
  label: words.priorityChoice[value] ?? String(value),
}));

type Ranked = Pick<OrderRecord, 'priority' | 'ship_by'>;

/** True for an order with a priority of its own, or a time by which it is to be shipped. */
export function hasRank({ priority, ship_by: shipBy }: Ranked): boolean {
  return priority !== DEFAULT_PRIORITY || shipBy !== null;
}

interface RankProps {
  readonly order: Ranked;
  /** Shows the day of the time alone. */
  readonly isDay?: boolean;
}

/** The priority of an order, and the time by which it is to be shipped where it has one. */
export function Rank({ order: { priority, ship_by: shipBy }, isDay = false }: RankProps): ReactNode {
  return (
    <span className="lines">
      <span>{priority}</span>
      {shipBy !== null && (
        <span className="quiet time">
          {words.by} <Time at={shipBy} isDay={isDay} />
        </span>
      )}
    </span>
  );
}
