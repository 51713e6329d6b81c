import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { Permission } from '../../api/types.ts';
import { scanningWords as words } from './scanning-strings.ts';

/** The kinds of work at the station, in the order of the bar. */
export const STATION_MODES = ['lookup', 'receive', 'count', 'putaway', 'pick', 'pack', 'ship'] as const;
export type StationMode = (typeof STATION_MODES)[number];

/** The permission without which a member does not see a mode. */
export const NEEDED_IN_MODE: Readonly<Record<StationMode, Permission>> = {
  lookup: 'scans:write',
  receive: 'scans:apply',
  count: 'scans:apply',
  putaway: 'stock:transfer',
  pick: 'scans:write',
  pack: 'orders:fulfil',
  ship: 'orders:fulfil',
};

/** Links between the kinds of work by scanner that the member may do: those of the station, and the page that receives returns. */
export function ModeBar({ mode }: { readonly mode: StationMode | 'return' }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  return (
    <nav className="mode-bar" aria-label={words.modesLabel}>
      {STATION_MODES.filter((each) => may(NEEDED_IN_MODE[each])).map((each) => (
        <Link
          key={each}
          to={`/${environment}/station`}
          search={{ mode: each }}
          activeProps={{}}
          {...(each === mode ? { 'aria-current': 'page' as const } : {})}
        >
          {words.modes[each]}
        </Link>
      ))}
      {may('returns:receive') && (
        <Link to={`/${environment}/returns/receive`} {...(mode === 'return' ? { 'aria-current': 'page' as const } : {})}>
          {words.modes.return}
        </Link>
      )}
    </nav>
  );
}
