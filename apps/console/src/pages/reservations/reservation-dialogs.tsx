import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { below, keyOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { type NamedCall, useNamedCall } from '../../api/named-call.ts';
import { useSeenVersion } from '../../api/seen-version.ts';
import { useEnvironment } from '../../api/session.ts';
import type { Environment, ReservationRecord } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LinesField, linesOf, ONE_LINE } from '../../parts/fields/lines-field.tsx';
import { textOf } from '../../parts/fields/rows.ts';
import { FormFrame, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { toast } from '../../parts/toasts.tsx';
import { nameOfReservation } from './reservation-state.tsx';
import { reservationWords as words } from './reservation-strings.ts';
import { useWarehouseChoices } from './warehouse-choices.ts';

const SHORTS = (['whole', 'part'] as const).map((value) => ({ value, label: words.shorts[value] }));

/** Reads again what shows reservations, and the units of SKUs that they keep. */
function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ predicate: below(operations.listReservations) });
    for (const queryKey of [keyOf(operations.getSku), keyOf(operations.listSkus)]) void queries.invalidateQueries({ queryKey });
  };
}

interface CreateReservationDialogProps {
  /** The SKU of the first line. */
  readonly sku: string | undefined;
  readonly onClose: () => void;
}

/** Reserves units, and leads to the page of the reservation. */
export function CreateReservationDialog({ sku, onClose }: CreateReservationDialogProps): ReactNode {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const named = useNamedCall();
  const refresh = useRefresh();
  const warehouses = useWarehouseChoices(words.anywhere);
  const form = useForm({
    initial: {
      lines: sku ? textOf([[sku, '1']]) : ONE_LINE,
      external_id: '',
      expires_in: '1800',
      partial: 'whole',
      warehouse: '',
    },
    schema: 'createReservationBody',
    check: ({ lines }) => (linesOf(lines).length === 0 ? { lines: words.noLines } : {}),
    bodyOf: ({ lines, external_id: externalId, expires_in: seconds, partial, warehouse }) => ({
      lines: linesOf(lines),
      external_id: externalId.trim(),
      expires_in: Number(seconds),
      ...(partial === 'part' ? { partial: true } : {}),
      ...(warehouse === '' ? {} : { warehouse }),
    }),
    send: async (body) => {
      const made = await named(operations.createReservation, { query: { environment }, body });
      toast(words.made(nameOfReservation(made)));
      refresh();
      await navigate({ to: `/${environment}/reservations/${made.id}` });
      onClose();
    },
  });
  return (
    <Dialog title={words.create} onClose={onClose} isWide>
      <FormFrame form={form} submit={words.create} onCancel={onClose}>
        <LinesField form={form} />
        <div className="columns">
          <SelectField form={form} name="expires_in" label={words.keepFor} choices={words.keeps} />
          <SelectField form={form} name="partial" label={words.short} choices={SHORTS} />
          {warehouses.length > 0 && (
            <SelectField form={form} name="warehouse" label={words.keepIn} hint={words.keepInHint} choices={warehouses} />
          )}
          <TextField form={form} name="external_id" label={words.externalId} hint={words.externalIdHint} isOptional />
        </div>
      </FormFrame>
    </Dialog>
  );
}

interface ChangeProps {
  readonly reservation: ReservationRecord;
  readonly onClose: () => void;
}

interface OfReservation {
  readonly params: { readonly id: string };
  readonly query: { readonly environment: Environment };
  readonly ifMatch: number;
}

/** Gives a dialog its way to change the reservation that it was opened for, at the version that was seen. */
function useChange({ reservation, onClose }: ChangeProps, done: string) {
  const environment = useEnvironment();
  const named = useNamedCall();
  const asSeen = useSeenVersion(reservation);
  const refresh = useRefresh();
  return async (change: (call: NamedCall, of: OfReservation) => Promise<ReservationRecord>): Promise<void> => {
    const of = { params: { id: reservation.id }, query: { environment } };
    try {
      await asSeen((ifMatch) => change(named, { ...of, ifMatch }));
    } finally {
      // Whatever was refused, the page shows the reservation as it is by now.
      refresh();
    }
    toast(done);
    onClose();
  };
}

/** Gives a reservation another time, counted from now: that holds for any version, and one that has ended refuses it by itself. */
export function ExtendDialog(props: ChangeProps): ReactNode {
  const change = useChange(props, words.extended);
  const form = useForm({
    initial: { expires_in: '1800' },
    schema: 'updateReservationBody',
    bodyOf: ({ expires_in: seconds }) => ({ expires_in: Number(seconds) }),
    send: (body) => change((call, { params, query }) => call(operations.updateReservation, { params, query, body })),
  });
  return (
    <Dialog title={words.extendTitle} onClose={props.onClose}>
      <p>{words.extendText}</p>
      <FormFrame form={form} submit={words.extend} onCancel={props.onClose}>
        <SelectField form={form} name="expires_in" label={words.keepFor} choices={words.keeps} />
      </FormFrame>
    </Dialog>
  );
}

/** Frees the units of a reservation. */
export function ReleaseDialog(props: ChangeProps): ReactNode {
  const change = useChange(props, words.released);
  const form = useForm({
    initial: {},
    bodyOf: () => ({}),
    send: () => change((call, of) => call(operations.releaseReservation, of)),
  });
  return (
    <Dialog title={words.releaseTitle} onClose={props.onClose}>
      <p>{words.releaseText}</p>
      <FormFrame form={form} submit={words.release} kind="danger-primary" onCancel={props.onClose}>
        {null}
      </FormFrame>
    </Dialog>
  );
}
