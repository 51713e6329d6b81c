import type { ReactNode } from 'react';
import { operations } from '../../api/callable-operations.ts';
import { useSeenVersion } from '../../api/seen-version.ts';
import { typedNumber } from '../../api/typed-number.ts';
import type { SkuRecord } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { type Form, FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { stockWords as words } from './stock-strings.ts';
import type { SkuActionProps } from './sku-action-props.ts';

export interface SkuWarehouseDialogProps extends SkuActionProps {
  readonly row: SkuRecord['warehouses'][number];
}

/** Changes the settings of a SKU for one warehouse, bound to the version that the member saw. */
export function SkuWarehouseDialog({ sku, row, act, onClose }: SkuWarehouseDialogProps): ReactNode {
  const asSeen = useSeenVersion(sku);
  const params = { sku: sku.sku, warehouse: row.warehouse_id };
  const form: Form<'safety_stock' | 'reorder_point'> = useForm({
    initial: { safety_stock: shown(row.safety_stock), reorder_point: shown(row.reorder_point) },
    schema: 'updateSkuWarehouseBody',
    bodyOf: (fields) => ({
      safety_stock: typedNumber(fields.safety_stock) ?? null,
      reorder_point: typedNumber(fields.reorder_point) ?? null,
    }),
    send: (body) =>
      asSeen((ifMatch) => act((call, query) => call(operations.updateSkuWarehouse, { params, query, body, ifMatch }))),
  });
  return (
    <Dialog title={words.setWarehouseTitle(sku.sku, row.warehouse)} onClose={onClose}>
      <p>{words.setWarehouseText}</p>
      <FormFrame form={form} submit={words.saveWarehouse} onCancel={onClose}>
        <TextField form={form} name="safety_stock" type="number" label={words.safetyStock} isOptional isFirst />
        <TextField form={form} name="reorder_point" type="number" label={words.reorderPoint} isOptional />
      </FormFrame>
    </Dialog>
  );
}

const shown = (setting: number | null): string => (setting === null ? '' : String(setting));
