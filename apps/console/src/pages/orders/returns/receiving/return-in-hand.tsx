import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../../api/session.ts';
import type { ReturnRecord } from '../../../../api/types.ts';
import { Button } from '../../../../parts/button.tsx';
import { DataTable, rowsOfRecord } from '../../../../parts/data-table.tsx';
import { Panel } from '../../../../parts/facts.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { nameOf } from '../../order-states.tsx';
import { nameOfReturn, ReturnStatusBadge } from '../return-states.tsx';
import { returnWords } from '../return-strings.ts';
import { StepNotice } from '../shown-return.tsx';
import { type Draft, scannedOf, type ScannedUnits, unitsIn } from './receipt-draft.ts';
import type { useReceiving } from './use-receiving.ts';

const { receiving: words, ...general } = returnWords;

interface ReturnInHandProps {
  readonly receiving: ReturnType<typeof useReceiving>;
  readonly found: ReturnRecord;
  /** True while units of the return may come. */
  readonly isOpen: boolean;
  /** Gives the focus to the field of scans after an action. */
  readonly andFocus: (act: () => unknown) => () => void;
  /** The choice of what becomes of the next units. */
  readonly children: ReactNode;
}

/** The return whose units are scanned: its lines, what was scanned and is not received yet, and the choice for the next ones. */
export function ReturnInHand({ receiving, found, isOpen, andFocus, children }: ReturnInHandProps): ReactNode {
  const environment = useEnvironment();
  const { order, state, leave, send, isSending } = receiving;
  const { units, sent } = state;
  const actions = (
    <span className="row">
      <Link className="button" to={`/${environment}/returns/${found.id}`}>
        {words.openReturn}
      </Link>
      <Button onPress={andFocus(leave)}>{words.another}</Button>
    </span>
  );
  return (
    <>
      <StepNotice of={found} order={order} />
      <div className="halves">
        <div className="stack">
          {isOpen && <Panel title={words.next}>{children}</Panel>}
          <Unsent receiving={receiving} isOpen={isOpen} andFocus={andFocus} />
        </div>
        <Panel title={general.one(nameOfReturn(found))} actions={actions}>
          <p className="row">
            <ReturnStatusBadge of={found} />
            {order && <span className="quiet">{words.ofOrder(nameOf(order))}</span>}
          </p>
          <Lines found={found} state={state} />
        </Panel>
      </div>
      <div className="scan-foot">
        <Button
          kind="primary"
          isDisabled={isSending || (sent === null && units.length === 0)}
          onPress={andFocus(() => void send())}
        >
          {sent === null ? words.send(unitsIn(units)) : words.again}
        </Button>
      </div>
    </>
  );
}

function Lines({ found, state }: { readonly found: ReturnRecord; readonly state: Draft }): ReactNode {
  return (
    <DataTable<ReturnRecord['lines'][number]>
      label={general.lines}
      columns={[
        {
          id: 'sku',
          title: general.sku,
          cell: ({ sku, name }) => (
            <>
              {sku}
              {name !== null && <span className="detail">{name}</span>}
            </>
          ),
        },
        { id: 'quantity', title: general.units, align: 'end', cell: ({ quantity }) => quantity },
        { id: 'received', title: general.received, align: 'end', cell: ({ received }) => received },
        { id: 'scanned', title: words.scanned, align: 'end', cell: ({ line_id: id }) => scannedOf(state, id) },
      ]}
      list={rowsOfRecord(found.lines)}
      keyOf={({ line_id: id }) => id}
      empty={{ title: general.lines, text: general.none }}
    />
  );
}

/** The scanned units, the latest first, each group with a way to take one back, and what hinders their receipt. */
function Unsent({ receiving, isOpen, andFocus }: Pick<ReturnInHandProps, 'receiving' | 'isOpen' | 'andFocus'>): ReactNode {
  const { draft, state, problem } = receiving;
  const { units, sent } = state;
  return (
    <Panel title={words.unsent}>
      {units.length === 0 && <p className="quiet">{isOpen ? words.unsentEmpty : words.nothing}</p>}
      <ul className="scanned-units">
        {units.toReversed().map((group) => (
          <li key={`${group.line_id} ${group.disposition} ${group.location}`}>
            <span>{words.unsentOf(group.quantity, group.sku, shownPlace(group))}</span>
            <Button label={words.undoOf(group.sku, shownPlace(group))} onPress={andFocus(() => draft.undo(group))}>
              {words.undo}
            </Button>
          </li>
        ))}
      </ul>
      <div role="status">
        {sent !== null && (
          <div className="notice" data-kind="warning">
            <strong>{words.sending(unitsIn(sent.units))}</strong>
            <span>{words.sendingHint}</span>
          </div>
        )}
      </div>
      <ProblemNotice error={problem} />
    </Panel>
  );
}

function shownPlace({ disposition, location }: ScannedUnits): string {
  return [general.dispositions[disposition], location].filter(Boolean).join(', ');
}
