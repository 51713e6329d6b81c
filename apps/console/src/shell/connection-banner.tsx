import type { ReactNode } from 'react';
import { isConnected } from '../api/connection.ts';
import { useStore } from '../api/store.ts';
import { strings } from '../strings.ts';

/** Says that the gateway does not answer, for as long as that lasts. */
export function ConnectionBanner(): ReactNode {
  const isUp = useStore(isConnected);
  return <div role="status">{!isUp && <p className="banner connection">{strings.connection.lost}</p>}</div>;
}
