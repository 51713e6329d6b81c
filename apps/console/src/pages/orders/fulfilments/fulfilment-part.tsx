import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { FulfilmentRecord, OrderRecord } from '../../../api/types.ts';
import { Identifier } from '../../../parts/copy.tsx';
import { Button } from '../../../parts/button.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { STATES } from '../../../parts/states/states.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { orderWords } from '../order-strings.ts';
import { useStopReason } from '../holds/live-holds.ts';
import { TrackingLink, TrackingNumber } from '../order-details.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { PackDialog } from './pack-dialog.tsx';
import { Parcels, UnitsTable } from './parcels.tsx';
import { ReasonDialog, ShipDialog, TrackingDialog } from './step-dialogs.tsx';

interface FulfilmentPartProps {
  readonly order: OrderRecord;
  readonly fulfilment: FulfilmentRecord;
  /** How the page names it. */
  readonly name: string;
}

/** One fulfilment: its state, its lines, its parcels with tracking and times, and the steps that it can take. */
export function FulfilmentPart({ order, fulfilment, name }: FulfilmentPartProps): ReactNode {
  const { status, lines } = fulfilment;
  const lacking = status === 'open' ? lines.reduce((sum, line) => sum + line.quantity - line.allocated, 0) : 0;
  return (
    <section className="part stack" aria-label={name}>
      <header className="row">
        <h3>{name}</h3>
        <StatusBadge {...STATES.fulfilment[status]}>{words.statuses[status]}</StatusBadge>
        <Steps order={order} fulfilment={fulfilment} name={name} />
      </header>
      {lacking > 0 && (
        <p className="notice" data-kind="warning">
          {words.lacking(lacking)}
        </p>
      )}
      <UnitsTable label={words.linesOf(name)} units={lines} hasLinks />
      <Facts facts={[...shippingOf(fulfilment), ...timesOf(fulfilment)]} />
    </section>
  );
}

function shippingOf(fulfilment: FulfilmentRecord): readonly Fact[] {
  const { packages, warehouse, carrier, tracking_number: number, tracking_url: url, note } = fulfilment;
  return [
    [words.warehouse, warehouse],
    [words.parcels, packages.length === 0 ? undefined : <Parcels key="parcels" packages={packages} units={fulfilment.lines} />],
    [orderWords.carrier, carrier],
    [orderWords.trackingNumber, number === null ? undefined : <TrackingNumber key="number" number={number} />],
    [orderWords.trackingUrl, url === null ? undefined : <TrackingLink key="link" url={url} />],
    [words.note, note],
  ];
}

function timesOf(fulfilment: FulfilmentRecord): readonly Fact[] {
  const times = [
    [words.created, fulfilment.created_at],
    [words.packed, fulfilment.packed_at],
    [words.shipped, fulfilment.shipped_at],
    [words.delivered, fulfilment.delivered_at],
    [words.cancelled, fulfilment.cancelled_at],
  ] as const;
  return [
    ...times.map(([title, at]): Fact => [title, at === null ? undefined : <Time key={title} at={at} />]),
    [words.cancelReason, fulfilment.cancel_reason],
    [words.id, <Identifier key="id" id={fulfilment.id} />],
  ];
}

type Step = 'pack' | 'unpack' | 'ship' | 'cancel' | 'tracking';

const STEPS: Readonly<Record<FulfilmentRecord['status'], readonly Step[]>> = {
  open: ['pack', 'cancel'],
  packed: ['ship', 'tracking', 'unpack', 'cancel'],
  shipped: ['tracking'],
  cancelled: [],
};

const KINDS = { pack: 'primary', ship: 'primary', cancel: 'danger', unpack: 'plain', tracking: 'plain' } as const;

function Steps({ order, fulfilment, name }: FulfilmentPartProps): ReactNode {
  const may = usePermissions();
  const environment = useEnvironment();
  const [shown, setShown] = useState<{ readonly step: Step; readonly fulfilment: FulfilmentRecord }>();
  const stopReason = useStopReason(order);
  const possible = may('orders:fulfil') ? STEPS[fulfilment.status] : [];
  return (
    <span className="row part-steps">
      {fulfilment.status !== 'cancelled' && (
        <Link
          to="/$environment/orders/$id/fulfilments/$fulfilment"
          params={{ environment, id: order.id, fulfilment: fulfilment.id }}
          aria-label={words.stepOf(words.slip, name)}
        >
          {words.slip}
        </Link>
      )}
      {possible.map((step) => (
        <Button
          key={step}
          size="small"
          kind={KINDS[step]}
          label={words.stepOf(words.steps[step], name)}
          isDisabled={order.pending_transition !== null || stopReason(step) !== undefined}
          describedBy={stopReason(step)}
          onPress={() => setShown({ step, fulfilment })}
        >
          {words.steps[step]}
        </Button>
      ))}
      {shown && <StepDialog {...shown} name={name} onClose={() => setShown(undefined)} />}
    </span>
  );
}

interface StepDialogProps {
  readonly step: Step;
  readonly fulfilment: FulfilmentRecord;
  readonly name: string;
  readonly onClose: () => void;
}

function StepDialog({ step, ...props }: StepDialogProps): ReactNode {
  if (step === 'pack') return <PackDialog {...props} />;
  if (step === 'ship') return <ShipDialog {...props} />;
  if (step === 'tracking') return <TrackingDialog {...props} />;
  return <ReasonDialog {...props} step={step} />;
}
