import '../../../styles/operations.css';
import { createOrderBody } from '@fulfilment/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keyOf } from '../../../api/call.ts';
import { useNamedCall } from '../../../api/named-call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import { MetadataField, metadataFault, metadataOf } from '../../../parts/fields/metadata-field.tsx';
import { FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { dailyWork } from '../../../strings-operations.ts';
import { nameOf } from '../order-states.tsx';
import { AddressFieldset, addressOf, fieldsOfAddress } from './address-fields.tsx';
import { entryStrings as words } from './entry-strings.ts';
import { LinesField, linesOf, ONE_LINE } from './lines-field.tsx';

const { orders } = dailyWork;

const BACKORDERS = [
  { value: 'yes', label: words.backorders.yes },
  { value: 'no', label: words.backorders.no },
];

/** Takes an order by hand, and leads to its page. */
export function NewOrderPage(): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const named = useNamedCall();
  const leave = (): void => void navigate({ to: `/${environment}/orders` });
  const form = useForm({
    initial: { external_id: '', lines: ONE_LINE, ...fieldsOfAddress(null), note: '', metadata: '', backorder: 'yes' },
    schema: createOrderBody,
    check: (fields) => ({ ...metadataFault(fields), ...(linesOf(fields.lines).length === 0 ? { lines: words.noLines } : {}) }),
    bodyOf: ({ external_id: externalId, lines, note, metadata, backorder, ...address }) => ({
      external_id: externalId.trim(),
      lines: linesOf(lines),
      ship_to: addressOf(address),
      note,
      metadata: metadataOf(metadata),
      ...(backorder === 'no' ? { allow_backorder: false } : {}),
    }),
    send: async (body) => {
      const order = await named(operations.createOrder, { query: { environment }, body });
      toast(words.created(nameOf(order)));
      void queries.invalidateQueries({ queryKey: keyOf(operations.listOrders) });
      await navigate({ to: `/${environment}/orders/${order.id}` });
    },
  });
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} back={<Link to={`/${environment}/orders`}>{orders.title}</Link>} />
      <div className="entry">
        <FormFrame form={form} submit={words.create} onCancel={leave}>
          <LinesField form={form} />
          <div className="columns">
            <TextField form={form} name="external_id" label={orders.externalId} hint={words.externalIdHint} isOptional />
            <SelectField form={form} name="backorder" label={words.backorder} choices={BACKORDERS} />
          </div>
          <AddressFieldset form={form} />
          <TextField form={form} name="note" label={words.note} rows={3} isOptional />
          <MetadataField form={form} name="metadata" />
        </FormFrame>
      </div>
    </>
  );
}
