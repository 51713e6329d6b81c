import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useMergedChange } from '../../../api/merged-change.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ClashNotice } from '../../../parts/fields/clash-notice.tsx';
import { localInputOf, MomentField, momentFault, momentOf } from '../../../parts/fields/moment-field.tsx';
import { type Form, FormFrame, SelectField, useForm } from '../../../parts/form.tsx';
import { localTime } from '../../../parts/time.tsx';
import { orderWords } from '../order-strings.ts';
import type { OrderActionProps } from '../order-step.ts';
import { holdWords as words } from './hold-strings.ts';
import { PRIORITIES } from './rank.tsx';

type RankFields = Readonly<Record<'priority' | 'ship_by', string>>;

const TITLES: RankFields = { priority: words.priority, ship_by: words.shipBy };

/** Changes the priority of an order and the time by which it is to be shipped. */
export function RankDialog({ order, take, onClose }: OrderActionProps): ReactNode {
  const environment = useEnvironment();
  const { changedOf, save, clashes } = useMergedChange({
    opened: order,
    fieldsOf: fieldsOfRank,
    read: () => call(operations.getOrder, { params: { id: order.id }, query: { environment } }),
  });
  const form: Form<keyof RankFields> = useForm({
    initial: fieldsOfRank(order),
    schema: 'updateOrderBody',
    check: ({ ship_by: shipBy }) => momentFault('ship_by', shipBy),
    bodyOf: (fields) => {
      const changed = changedOf(fields);
      return {
        ...(changed.includes('priority') ? { priority: Number(fields.priority) } : {}),
        ...(changed.includes('ship_by') ? { ship_by: momentOf(fields.ship_by) ?? null } : {}),
      };
    },
    send: (body) =>
      save(form.values, (ifMatch) => take((named, shown) => named(operations.updateOrder, { ...shown, ifMatch, body }))),
  });
  return (
    <Dialog title={orderWords.rank} onClose={onClose}>
      <p>{words.rankText}</p>
      <FormFrame form={form} submit={orderWords.save} onCancel={onClose}>
        <ClashNotice form={form} clashes={clashes} titles={TITLES} show={shownText} />
        <SelectField form={form} name="priority" label={words.priority} choices={PRIORITIES} />
        <MomentField form={form} name="ship_by" label={words.shipBy} hint={words.shipByHint} isOptional />
      </FormFrame>
    </Dialog>
  );
}

function fieldsOfRank({ priority, ship_by: shipBy }: OrderRecord): RankFields {
  return { priority: String(priority), ship_by: shipBy === null ? '' : localInputOf(shipBy) };
}

function shownText(name: keyof RankFields, text: string): string {
  const at = name === 'ship_by' ? momentOf(text) : undefined;
  return at === undefined ? text : localTime(at);
}
