import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../api/session.ts';
import type { ScansOverview } from '../../api/types.ts';
import { Actor } from '../../parts/actor.tsx';
import { Bars } from '../../parts/bars.tsx';
import { overviewWords as words } from './overview-strings.ts';

interface BusiestScannersProps {
  /** Undefined from a process of before, during an upgrade. */
  readonly busiest: ScansOverview['busiest'] | undefined;
  readonly scanned: number;
}

/** The devices and persons with the most scans of the last day, each leading to those; nothing where no scan names any. */
export function BusiestScanners({ busiest, scanned }: BusiestScannersProps): ReactNode {
  if (!busiest) return null;
  const { looked_at: lookedAt, by_device: devices, by_operator: operators } = busiest;
  const byDevice = devices.map(({ device_id: name, scans }) => ({ name, scans }));
  const byPerson = operators.map(({ operator: name, scans }) => ({ name, scans }));
  return (
    <>
      <Busiest title={words.busiest.device} filter="device_id" of={byDevice} />
      <Busiest title={words.busiest.person} filter="operator" of={byPerson} />
      {lookedAt < scanned && <p className="quiet">{words.newest(lookedAt)}</p>}
    </>
  );
}

interface BusiestProps {
  readonly title: string;
  readonly filter: 'device_id' | 'operator';
  readonly of: readonly { readonly name: string | null; readonly scans: number }[];
}

function Busiest({ title, filter, of }: BusiestProps): ReactNode {
  const environment = useEnvironment();
  if (of.every(({ name }) => name === null)) return null;
  const labelOf = (name: string | null): ReactNode =>
    name === null ? (
      words.busiest.none
    ) : (
      <Link to={`/${environment}/scans`} search={{ [filter]: name }}>
        {isMember(name) ? <Actor id={name} /> : name}
      </Link>
    );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Bars bars={of.map(({ name, scans }) => ({ key: name ?? '', label: labelOf(name), value: scans }))} />
    </section>
  );
}

/** True of the id of a member, which scans of the station have as their operator. */
const isMember = (operator: string): boolean => operator.startsWith('mem_');
