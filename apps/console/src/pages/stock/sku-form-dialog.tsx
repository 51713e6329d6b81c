import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, keyOf } from '../../api/call.ts';
import { useMergedChange } from '../../api/merged-change.ts';
import { useNamedCall } from '../../api/named-call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { typedNumber } from '../../api/typed-number.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ClashNotice } from '../../parts/fields/clash-notice.tsx';
import { LocationField } from '../../parts/fields/location-field.tsx';
import { MetadataField, metadataFault, shownMetadata } from '../../parts/fields/metadata-field.tsx';
import { type Form, FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings } from '../../strings.ts';
import { stockWords as stock } from './stock-strings.ts';
import type { SkuActionProps } from './sku-action-props.ts';
import { fieldsOfSku, NO_SKU, type SkuFields, valuesOfSku } from './sku-fields.ts';
import { skuFormStrings as words } from './sku-form-strings.ts';

/** Makes a SKU with its opening stock, and leads to its page. */
export function AddSkuDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const named = useNamedCall();
  const form = useForm({
    initial: { sku: '', on_hand: '', ...NO_SKU },
    schema: 'createSkuBody',
    check: (fields) => ({
      ...metadataFault(fields),
      ...(fields.unit_cost.trim() !== '' && fields.currency.trim() === '' ? { currency: strings.form.required } : {}),
    }),
    bodyOf: ({ sku, on_hand: units, ...fields }) => ({ sku: sku.trim(), on_hand: typedNumber(units), ...valuesOfSku(fields) }),
    send: async (body) => {
      const { sku } = await named(operations.createSku, { query: { environment }, body });
      toast(words.added(sku));
      void queries.invalidateQueries({ queryKey: keyOf(operations.listSkus) });
      await navigate({ to: '/$environment/stock/$sku', params: { environment, sku } });
      onClose();
    },
  });
  return (
    <Dialog title={words.addTitle} onClose={onClose} isWide>
      <FormFrame form={form} submit={words.add} onCancel={onClose}>
        <div className="columns">
          <TextField form={form} name="sku" label={words.code} hint={words.codeHint} isFirst />
          <TextField form={form} name="name" label={stock.name} />
          <TextField form={form} name="on_hand" type="number" label={words.onHand} hint={words.onHandHint} isOptional />
        </div>
        <Details form={form} />
      </FormFrame>
    </Dialog>
  );
}

/** Changes the fields of a SKU that the member edits; its units have dialogs of their own. */
export function EditSkuDialog({ sku, act, onClose }: SkuActionProps): ReactNode {
  const environment = useEnvironment();
  const params = { sku: sku.sku };
  const { changedOf, save, clashes } = useMergedChange({
    opened: sku,
    fieldsOf: fieldsOfSku,
    read: () => call(operations.getSku, { params, query: { environment } }),
  });
  const form: Form<keyof SkuFields> = useForm({
    initial: fieldsOfSku(sku),
    schema: 'updateSkuBody',
    check: metadataFault,
    bodyOf: (fields) => changesOf(fields, changedOf(fields)),
    send: (body) =>
      save(form.values, (ifMatch) => act((named, query) => named(operations.updateSku, { params, query, body, ifMatch }))),
  });
  return (
    <Dialog title={words.editTitle(sku.sku)} onClose={onClose} isWide>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <ClashNotice form={form} clashes={clashes} titles={TITLES} show={shown} />
        <TextField form={form} name="name" label={stock.name} isFirst />
        <Details form={form} />
      </FormFrame>
    </Dialog>
  );
}

const NONE_IS_ZERO: readonly (keyof SkuFields)[] = ['reorder_point', 'safety_stock'];

/** The changed fields as the API takes them: an emptied one is cleared. */
function changesOf(fields: SkuFields, changed: readonly (keyof SkuFields)[]) {
  const values = valuesOfSku(fields);
  return Object.fromEntries(changed.map((field) => [field, values[field] ?? (NONE_IS_ZERO.includes(field) ? 0 : null)]));
}

const TITLES: Readonly<Record<keyof SkuFields, string>> = {
  name: stock.name,
  reorder_point: words.reorderPoint,
  safety_stock: stock.safetyStock,
  location: stock.home,
  barcodes: stock.barcodes,
  weight_g: words.weight,
  unit_cost: words.cost,
  currency: words.currency,
  hs_code: words.hsCode,
  country_of_origin: words.origin,
  metadata: strings.metadata,
};

function shown(name: keyof SkuFields, text: string): string {
  if (name === 'barcodes') return text.replaceAll('\n', ', ');
  return name === 'metadata' ? shownMetadata(text) : text;
}

function Details<Names extends string>({ form }: { readonly form: Form<Names | keyof SkuFields> }): ReactNode {
  return (
    <>
      <div className="columns">
        <LocationField form={form} name="location" label={stock.home} hint={words.homeHint} isOptional makesNew />
        <TextField
          form={form}
          name="reorder_point"
          type="number"
          label={words.reorderPoint}
          hint={words.reorderPointHint}
          isOptional
        />
        <TextField
          form={form}
          name="safety_stock"
          type="number"
          label={stock.safetyStock}
          hint={words.safetyStockHint}
          isOptional
        />
        <TextField form={form} name="barcodes" label={stock.barcodes} hint={words.barcodesHint} rows={3} isOptional />
      </div>
      <fieldset className="field">
        <legend className="label">{words.customs}</legend>
        <div className="columns">
          <TextField form={form} name="weight_g" type="number" label={words.weight} isOptional />
          <TextField form={form} name="unit_cost" label={words.cost} hint={words.costHint} isOptional />
          <TextField form={form} name="currency" label={words.currency} hint={words.currencyHint} isOptional />
          <TextField form={form} name="hs_code" label={words.hsCode} hint={words.hsCodeHint} isOptional />
          <TextField form={form} name="country_of_origin" label={words.origin} hint={words.originHint} isOptional />
        </div>
      </fieldset>
      <MetadataField form={form} name="metadata" />
    </>
  );
}
