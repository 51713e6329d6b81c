import '../../../styles/operations.css';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keyOf } from '../../../api/call.ts';
import { useNamedCall } from '../../../api/named-call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord, ReturnRecord } from '../../../api/types.ts';
import { useAddressValues } from '../../../parts/address-values.ts';
import { FormSection } from '../../../parts/fields/form-section.tsx';
import { LinesField, linesOf, ONE_LINE } from '../../../parts/fields/lines-field.tsx';
import { MomentField, momentFault, momentOf } from '../../../parts/fields/moment-field.tsx';
import { MetadataField, metadataFault, metadataOf } from '../../../parts/fields/metadata-field.tsx';
import { textOf } from '../../../parts/fields/rows.ts';
import { FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { strings } from '../../../strings.ts';
import { orderWords as orders } from '../order-strings.ts';
import { holdWords } from '../holds/hold-strings.ts';
import { DEFAULT_PRIORITY, PRIORITIES } from '../holds/rank.tsx';
import { nameOfReturn } from '../returns/return-states.tsx';
import { useReturn } from '../returns/shown-return.tsx';
import { nameOf } from '../order-states.tsx';
import { AddressFieldset, addressOf, fieldsOfAddress } from './address-fields.tsx';
import { entryStrings as words } from './entry-strings.ts';

const BACKORDERS = [
  { value: 'yes', label: words.backorders.yes },
  { value: 'no', label: words.backorders.no },
];

const SPLITS = [
  { value: '', label: words.asRules },
  ...Object.entries(orders.splits).map(([value, label]) => ({ value, label })),
];

const ALLOCATION = ['backorder', 'split', 'ship_from', 'priority', 'ship_by'] as const;
const MORE = ['note', 'metadata'] as const;

/** Takes an order by hand, and leads to its page; one in exchange for a return begins with what came back, and where it went. */
export function NewOrderPage(): ReactNode {
  const environment = useEnvironment();
  const [{ exchange_for: exchangeFor }] = useAddressValues();
  const { found, order, error } = useReturn(exchangeFor);
  const isLoading = exchangeFor !== undefined && (found === undefined || (found.order_id !== null && order === undefined));
  return (
    <>
      <PageHeader
        title={words.title}
        lead={found ? words.exchangeLead(nameOfReturn(found)) : words.lead}
        back={<Link to={`/${environment}/orders`}>{orders.title}</Link>}
      />
      {error !== null && <ProblemNotice error={error} />}
      {isLoading ? (
        error === null && <p className="loading">{strings.table.loading}</p>
      ) : (
        <NewOrderForm key={found?.id} returned={found} to={found && order ? order.ship_to : null} />
      )}
    </>
  );
}

interface NewOrderFormProps {
  /** The return that the order is in exchange for. */
  readonly returned: ReturnRecord | undefined;
  readonly to: OrderRecord['ship_to'];
}

function NewOrderForm({ returned, to }: NewOrderFormProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const named = useNamedCall();
  const leave = (): void => void navigate({ to: `/${environment}/orders` });
  const form = useForm({
    initial: {
      external_id: '',
      lines: returned ? exchangedLines(returned) : ONE_LINE,
      ...fieldsOfAddress(to),
      note: '',
      metadata: '',
      backorder: 'yes',
      ship_from: '',
      split: '',
      priority: String(DEFAULT_PRIORITY),
      ship_by: '',
    },
    schema: 'createOrderBody',
    check: (fields) => ({
      ...metadataFault(fields),
      ...momentFault('ship_by', fields.ship_by),
      ...(linesOf(fields.lines).length === 0 ? { lines: words.noLines } : {}),
    }),
    bodyOf: ({ external_id: externalId, lines, note, metadata, backorder, ship_from: shipFrom, split, ...rest }) => ({
      external_id: externalId.trim(),
      lines: linesOf(lines),
      ...(returned ? { exchange_for: returned.id } : {}),
      ship_to: addressOf(rest),
      note,
      metadata: metadataOf(metadata),
      ...(backorder === 'no' ? { allow_backorder: false } : {}),
      ...(shipFrom.trim() === '' ? {} : { ship_from: shipFrom.trim().split(/[\s,;]+/) }),
      ...(split === '' ? {} : { split }),
      ...rankOf(rest),
    }),
    send: async (body) => {
      const order = await named(operations.createOrder, { query: { environment }, body });
      toast(words.created(nameOf(order)));
      void queries.invalidateQueries({ queryKey: keyOf(operations.listOrders) });
      await navigate({ to: `/${environment}/orders/${order.id}` });
    },
  });
  return (
    <div className="entry">
      <FormFrame form={form} submit={words.create} onCancel={leave}>
        <LinesField form={form} />
        <AddressFieldset form={form} />
        <TextField form={form} name="external_id" label={orders.externalId} hint={words.externalIdHint} isOptional />
        <FormSection form={form} title={words.allocation} about={words.allocationAbout} names={ALLOCATION}>
          <div className="columns">
            <SelectField form={form} name="backorder" label={words.backorder} choices={BACKORDERS} />
            <SelectField form={form} name="split" label={words.split} choices={SPLITS} />
          </div>
          <TextField form={form} name="ship_from" label={words.shipFrom} hint={words.shipFromHint} isOptional />
          <div className="columns">
            <SelectField form={form} name="priority" label={holdWords.priority} choices={PRIORITIES} />
            <MomentField form={form} name="ship_by" label={holdWords.shipBy} hint={holdWords.shipByHint} isOptional />
          </div>
        </FormSection>
        <FormSection form={form} title={words.more} about={words.moreAbout} names={MORE}>
          <TextField form={form} name="note" label={words.note} rows={3} isOptional />
          <MetadataField form={form} name="metadata" />
        </FormSection>
      </FormFrame>
    </div>
  );
}

/** The members of a rank that differ from those of most orders. */
function rankOf({ priority, ship_by: shipBy }: Readonly<Record<'priority' | 'ship_by', string>>) {
  const by = momentOf(shipBy);
  return {
    ...(Number(priority) === DEFAULT_PRIORITY ? {} : { priority: Number(priority) }),
    ...(by === undefined ? {} : { ship_by: by }),
  };
}

/** A line for each of a return, with the units that came or may come. */
function exchangedLines({ lines }: ReturnRecord): string {
  const rows = lines.map(({ sku, expected, received }) => [sku, expected + received] as const);
  return textOf(rows.filter(([, units]) => units > 0).map(([sku, units]) => [sku, String(units)])) || ONE_LINE;
}
