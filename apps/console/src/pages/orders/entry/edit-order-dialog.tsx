import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { useMergedChange } from '../../../api/merged-change.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ClashNotice } from '../../../parts/fields/clash-notice.tsx';
import { MetadataField, metadataFault, metadataOf, metadataText, shownMetadata } from '../../../parts/fields/metadata-field.tsx';
import { type Form, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { strings } from '../../../strings.ts';
import { orderWords as orders } from '../order-strings.ts';
import type { OrderActionProps } from '../order-step.ts';
import { AddressFieldset, type AddressFields, addressOf, fieldsOfAddress } from './address-fields.tsx';
import { entryStrings as words } from './entry-strings.ts';

type EditFields = AddressFields & Readonly<Record<'note' | 'metadata', string>>;

/** Changes address, note and metadata of an order; the address until it is shipped. */
export function EditOrderDialog({ order, take, onClose }: OrderActionProps): ReactNode {
  const environment = useEnvironment();
  const of = { params: { id: order.id }, query: { environment } };
  const { changedOf, save, clashes } = useMergedChange({
    opened: order,
    fieldsOf: fieldsOfOrder,
    read: () => call(operations.getOrder, of),
  });
  const form: Form<keyof EditFields> = useForm({
    initial: fieldsOfOrder(order),
    schema: 'updateOrderBody',
    check: metadataFault,
    bodyOf: (fields) => changesOf(fields, changedOf(fields)),
    send: (body) =>
      save(form.values, (ifMatch) => take((named, shown) => named(operations.updateOrder, { ...shown, ifMatch, body }))),
  });
  return (
    <Dialog title={orders.edit} onClose={onClose} isWide>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <ClashNotice form={form} clashes={clashes} titles={TITLES} show={shownText} />
        {order.status !== 'shipped' && <AddressFieldset form={form} />}
        <TextField form={form} name="note" label={words.note} rows={3} isOptional />
        <MetadataField form={form} name="metadata" />
      </FormFrame>
    </Dialog>
  );
}

function fieldsOfOrder({ ship_to: to, note, metadata }: OrderRecord): EditFields {
  return { ...fieldsOfAddress(to), note: note ?? '', metadata: metadataText(metadata) };
}

/** The changed members as the API takes them: an emptied one is cleared. */
function changesOf(fields: EditFields, changed: readonly (keyof EditFields)[]) {
  return {
    ...(changed.some((name) => name.startsWith('ship_to/')) ? { ship_to: addressOf(fields) ?? null } : {}),
    ...(changed.includes('note') ? { note: fields.note.trim() === '' ? null : fields.note } : {}),
    ...(changed.includes('metadata') ? { metadata: metadataOf(fields.metadata) } : {}),
  };
}

const TITLES: Readonly<Record<keyof EditFields, string>> = {
  'ship_to/name': words.fields.name,
  'ship_to/company': words.fields.company,
  'ship_to/address1': words.fields.address1,
  'ship_to/address2': words.fields.address2,
  'ship_to/postal_code': words.fields.postal_code,
  'ship_to/city': words.fields.city,
  'ship_to/region': words.fields.region,
  'ship_to/country': words.fields.country,
  'ship_to/phone': words.fields.phone,
  'ship_to/email': words.fields.email,
  note: words.note,
  metadata: strings.metadata,
};

function shownText(name: keyof EditFields, text: string): string {
  return name === 'metadata' ? shownMetadata(text) : text;
}
