import type { CreateReturnBody } from '@fulfilment/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNamedCall } from '../../../api/named-call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { codeOf } from '../../../language/codes.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FixedComboField } from '../../../parts/fields/combo-field.tsx';
import { type Form, FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { orderWords } from '../order-strings.ts';
import { isOfOrders } from '../order-step.ts';
import { type Choosable, chosenOf, UnitsFields, unitsFaults, unitsOfField } from '../fulfilments/units-fields.tsx';
import { APPROVALS, RETURN_REASONS, returnWords as words } from './return-strings.ts';

type Values = Readonly<Record<string, string>>;

interface RequestDialogProps {
  readonly order: OrderRecord;
  /** Lines of which units can be returned, with how many. */
  readonly lines: readonly Choosable[];
  readonly onClose: () => void;
}

const reasonField = (lineId: string): string => `reason.${lineId}`;
const noteField = (lineId: string): string => `note.${lineId}`;

/** Requests the return of chosen units of an order, each line with its reason. */
export function RequestDialog({ order, lines, onClose }: RequestDialogProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const named = useNamedCall();
  const form = useForm<Record<string, string>, CreateReturnBody>({
    initial: { ...emptyLines(lines), approved: 'yes', external_id: '', note: '' },
    check: (values) => ({ ...unitsFaults(values, lines), ...missingReasons(values, lines) }),
    bodyOf: (values) => ({ order_id: order.id, ...bodyOf(values, lines) }),
    send: async (body) => {
      const made = await named(operations.createReturn, { query: { environment }, body });
      toast(made.pending_transition === null ? words.done.request : orderWords.recorded);
      await queries.invalidateQueries({ predicate: isOfOrders });
      onClose();
    },
  });
  return (
    <Dialog title={words.request} onClose={onClose} isWide>
      <p>{words.requestText}</p>
      <FormFrame form={form} submit={words.request} onCancel={onClose}>
        {lines.map((line) => (
          <RequestedLine key={line.line_id} form={form} line={line} />
        ))}
        <div className="columns">
          <SelectField form={form} name="approved" label={words.approved} choices={APPROVALS} />
          <TextField form={form} name="external_id" label={words.externalId} hint={words.externalIdHint} isOptional />
        </div>
        <TextField form={form} name="note" label={words.note} rows={2} isOptional />
      </FormFrame>
    </Dialog>
  );
}

/** The units of a line; its reason and note once there are some. */
function RequestedLine({ form, line }: { readonly form: Form; readonly line: Choosable }): ReactNode {
  const isChosen = (unitsOfField(form.values[line.line_id], line.most) ?? 0) > 0;
  return (
    <div className="columns">
      <UnitsFields form={form} lines={[line]} />
      {isChosen && (
        <>
          <FixedComboField
            form={form}
            name={reasonField(line.line_id)}
            label={words.reasonOf(line.sku)}
            hint={words.reasonHint}
            options={RETURN_REASONS}
          />
          <TextField form={form} name={noteField(line.line_id)} label={words.noteOf(line.sku)} isOptional />
        </>
      )}
    </div>
  );
}

/** No unit of several lines at first; of the only line all that can be returned. */
function emptyLines(lines: readonly Choosable[]): Values {
  const fields = lines.flatMap(({ line_id: id, most }) => [
    [id, lines.length === 1 ? String(most) : '0'],
    [reasonField(id), ''],
    [noteField(id), ''],
  ]);
  return Object.fromEntries(fields);
}

function missingReasons(values: Values, lines: readonly Choosable[]): Partial<Record<string, string>> {
  const names = chosenOf(values, lines).map(({ line_id: id }) => reasonField(id));
  return Object.fromEntries(
    names.filter((name) => codeOf(values[name] ?? '', words.reasons) === '').map((name) => [name, words.noReason]),
  );
}

function bodyOf(values: Values, lines: readonly Choosable[]): Omit<CreateReturnBody, 'order_id'> {
  const text = (name: string): string => (values[name] ?? '').trim();
  const given = (field: 'note' | 'external_id', name: string = field) => (text(name) === '' ? {} : { [field]: text(name) });
  return {
    lines: chosenOf(values, lines).map((line) => ({
      ...line,
      reason: codeOf(text(reasonField(line.line_id)), words.reasons),
      ...given('note', noteField(line.line_id)),
    })),
    approved: values['approved'] === 'yes',
    ...given('external_id'),
    ...given('note'),
  };
}
