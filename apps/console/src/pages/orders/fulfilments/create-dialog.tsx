import { type ReactNode, useId, useState } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFrame, useForm } from '../../../parts/form.tsx';
import { ChangedNotice } from '../changed-notice.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { useStep } from '../order-step.ts';
import { heldIn, type OpenUnits, warehousesOf } from '../../../api/open-units.ts';
import { allUnits, chosenOf, UnitsFields, unitsFaults } from './units-fields.tsx';

interface CreateDialogProps {
  readonly order: OrderRecord;
  readonly open: readonly OpenUnits[];
  readonly onClose: () => void;
}

/** Makes a fulfilment of chosen units; all that is allocated and in none at first, of one warehouse where they lie in several. */
export function CreateDialog(props: CreateDialogProps): ReactNode {
  const warehouses = warehousesOf(props.open);
  const [warehouse, setWarehouse] = useState(warehouses.length > 1 ? warehouses[0]?.warehouse_id : undefined);
  const id = useId();
  return (
    <Dialog title={words.steps.create} onClose={props.onClose}>
      <p>{words.createText}</p>
      {warehouses.length > 1 && (
        <div className="field">
          <label htmlFor={id}>{words.warehouse}</label>
          <select id={id} className="input" value={warehouse} onChange={({ target }) => setWarehouse(target.value)}>
            {warehouses.map((each) => (
              <option key={each.warehouse_id} value={each.warehouse_id}>
                {each.warehouse}
              </option>
            ))}
          </select>
        </div>
      )}
      <CreateForm key={warehouse} {...props} warehouse={warehouse} />
    </Dialog>
  );
}

interface CreateFormProps extends CreateDialogProps {
  /** The id of the warehouse; undefined where the units lie in one, or in no one. */
  readonly warehouse: string | undefined;
}

function CreateForm({ order, open, warehouse, onClose }: CreateFormProps): ReactNode {
  const take = useStep(order, words.done.create, onClose);
  const lines = open
    .map((units) => ({ line: units.line, most: heldIn(units, warehouse) }))
    .filter(({ most }) => most > 0)
    .map(({ line: { id: line_id, sku, name }, most }) => ({ line_id, sku, name, most }));
  const form = useForm({
    initial: allUnits(lines),
    check: (values) => unitsFaults(values, lines),
    bodyOf: (values) => ({ lines: chosenOf(values, lines), ...(warehouse === undefined ? {} : { warehouse }) }),
    send: (body) => take((call, of) => call(operations.createFulfilment, { ...of, body })),
  });
  return (
    <FormFrame form={form} submit={words.steps.create} onCancel={onClose}>
      <ChangedNotice error={form.error} of="order" />
      <UnitsFields form={form} lines={lines} />
    </FormFrame>
  );
}
