import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { orderWords as words } from './order-strings.ts';
import { TRACKING_TITLES, type Tracking } from './tracking-fields.tsx';

interface ChangedNoticeProps {
  readonly error: unknown;
  /** The record that the dialog changes. */
  readonly of: 'order' | 'fulfilment' | 'return';
  /** Fields that the dialog writes over. */
  readonly tells?: readonly (keyof Tracking)[];
}

/** Of a version conflict: what the record is by now, and what it holds where the dialog would write over it. */
export function ChangedNotice({ error, of, tells = [] }: ChangedNoticeProps): ReactNode {
  if (!(error instanceof ApiProblem) || error.code !== 'version_conflict') return null;
  const { current = {} } = error.document;
  const { status, version } = current;
  if (typeof status !== 'string' || typeof version !== 'number') return null;
  const statuses: Readonly<Record<string, string>> = words.statuses;
  return (
    <div className="notice" data-kind="warning">
      <span>{words.changedMeanwhile(of, statuses[status] ?? status, version)}</span>
      {tells.map((name) => (
        <span key={name}>{words.now(TRACKING_TITLES[name], textOf(current[name]))}</span>
      ))}
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : words.nothing;
}
