import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DISPOSITIONS } from '../../../api/contracts/constants.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord, ReturnRecord } from '../../../api/types.ts';
import { OrderLink } from '../../../parts/facts.tsx';
import { STATES } from '../../../parts/states/states.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { returnWords as words } from './return-strings.ts';

export type ReturnLine = ReturnRecord['lines'][number];
export type Disposition = (typeof DISPOSITIONS)[number];

/** The status of a return. */
export function ReturnStatusBadge({ of: { status } }: { readonly of: Pick<ReturnRecord, 'status'> }): ReactNode {
  return <StatusBadge {...STATES.returned[status]}>{words.statuses[status]}</StatusBadge>;
}

interface ReturnLinkProps {
  readonly id: string;
  /** The return, once it is read. */
  readonly of: Pick<ReturnRecord, 'external_id' | 'id'> | undefined;
}

/** A link to the page of a return, by its name there. */
export function ReturnLink({ id, of }: ReturnLinkProps): ReactNode {
  const environment = useEnvironment();
  return <Link to={`/${environment}/returns/${id}`}>{of ? words.one(nameOfReturn(of)) : words.return}</Link>;
}

/** A link to the order of a return; words where there is no order. */
export function OrderOfReturn({ of: { order_id: id } }: { readonly of: Pick<ReturnRecord, 'order_id'> }): ReactNode {
  return id === null ? <span className="quiet">{words.noOrder}</span> : <OrderLink id={id} />;
}

/** The name that people know a return by: its external id, else its id. */
export function nameOfReturn({ external_id: externalId, id }: Pick<ReturnRecord, 'external_id' | 'id'>): string {
  return externalId ?? id;
}

/** True of a return of which units may come. */
export function isReceivable({ status }: Pick<ReturnRecord, 'status'>): boolean {
  return status === 'approved' || status === 'receiving';
}

/** Units of all lines of a return. */
export function sumOf({ lines }: Pick<ReturnRecord, 'lines'>, name: 'quantity' | 'expected' | 'received'): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}

/** The units of a line that came back, by what became of them. */
export function unitsByDisposition(line: ReturnLine): Readonly<Record<Disposition, number>> {
  return { inspect: line.inspecting, restock: line.restocked, quarantine: line.quarantined, scrap: line.scrapped };
}

/** The dispositions of the units of a line, in words. */
export function dispositionsOf(line: ReturnLine): string {
  const units = unitsByDisposition(line);
  const shown = DISPOSITIONS.filter((disposition) => units[disposition] > 0);
  return shown.map((disposition) => words.kept[disposition](units[disposition])).join(', ') || words.none;
}

/** Units of a line of an order that can be returned: shipped ones that did not come back, and that no return expects. */
export function returnableOf(
  line: Pick<OrderRecord['lines'][number], 'id' | 'shipped' | 'returned'>,
  returns: readonly ReturnRecord[],
): number {
  const expected = returns.flatMap(({ lines }) => lines).filter(({ line_id: id }) => id === line.id);
  return line.shipped - line.returned - expected.reduce((sum, each) => sum + each.expected, 0);
}
