import { type ReactNode, useState } from 'react';
import { RecordActions, RowActions } from '../src/parts/actions/record-actions.tsx';
import { type Column, DataTable, fixedRows } from '../src/parts/data-table.tsx';
import { Dialog } from '../src/parts/dialog.tsx';
import { FormFrame, TextField, useForm } from '../src/parts/form.tsx';
import { PageHeader } from '../src/parts/page-header.tsx';
import { STATES } from '../src/parts/states/states.ts';
import { StatusBadge } from '../src/parts/states/status-badge.tsx';
import { Time } from '../src/parts/time.tsx';

interface SceneProps {
  /** Stands for each name, code and typed text. */
  readonly text: string;
}

const nothing = (): void => undefined;

/** The actions of a record, of which some are in a menu, and one opens a dialog. */
export function Actions({ text }: SceneProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const plain = ['Edit details', 'Edit priority'].map((title) => ({ id: title, title, onPress: nothing }));
  const off = { id: 'off', title: text, offReason: text, onPress: nothing };
  const slip = { id: 'slip', title: 'Packing slip', to: '/sandbox/orders/packing-slips', search: { orders: 'ord_1' } };
  const remove = { id: 'remove', title: 'Remove', kind: 'danger', onPress: () => setIsOpen(true) } as const;
  const pack = { id: 'pack', title: 'Pack', kind: 'primary', onPress: nothing } as const;
  return (
    <>
      <PageHeader title={text} actions={<RecordActions actions={[remove, ...plain, off, slip, pack]} />} />
      {isOpen && (
        <Dialog title="Remove" onClose={() => setIsOpen(false)}>
          <p>{text}</p>
        </Dialog>
      )}
    </>
  );
}

/** A dialog with more fields than a phone has room for. */
export function TallDialog({ text }: SceneProps): ReactNode {
  const names = Array.from({ length: 20 }, (_, place) => `field-${place}`);
  const form = useForm({ initial: Object.fromEntries(names.map((name) => [name, text])), send: () => Promise.resolve() });
  return (
    <Dialog title={text} onClose={nothing}>
      <p>{text}</p>
      <FormFrame form={form} submit="Save" onCancel={nothing}>
        {names.map((name) => (
          <TextField key={name} form={form} name={name} label={text} />
        ))}
      </FormFrame>
    </Dialog>
  );
}

interface Entry {
  readonly id: string;
  readonly reason: string;
  readonly delta: number;
}

const ENTRIES: readonly Column<Entry>[] = [
  { id: 'at', title: 'Time', brief: 'when', cell: () => <Time at="2026-11-29T09:30:00.000Z" /> },
  { id: 'delta', title: 'Change', align: 'end', brief: 'amount', cell: ({ delta }) => delta },
  { id: 'reason', title: 'Reason', brief: 'what', cell: ({ reason }) => reason },
  { id: 'balance', title: 'Balance', align: 'end', priority: 'low', cell: ({ delta }) => delta },
  { id: 'by', title: 'By', brief: 'who', cell: ({ reason }) => `Key “${reason}” of the shop` },
];

/** A list whose rows have two lines on phones. */
export function Brief({ text }: SceneProps): ReactNode {
  const rows = [1, 2].map((delta): Entry => ({ id: `row-${delta}`, reason: text, delta }));
  return (
    <>
      <PageHeader title="Ledger" />
      <DataTable label="Ledger" columns={ENTRIES} list={fixedRows(rows)} keyOf={({ id }) => id} empty={{ title: '', text: '' }} />
    </>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const NAMED: readonly Column<Named>[] = [
  { id: 'name', title: 'Name', brief: 'what', cell: ({ name }) => name },
  { id: 'key', title: 'Key', brief: 'note', cell: ({ name }) => <code>{name}</code> },
  { id: 'role', title: 'Role', brief: 'who', cell: () => 'Viewer' },
  { id: 'state', title: 'State', brief: 'amount', cell: () => <StatusBadge {...STATES.stock.low}>Low</StatusBadge> },
  { id: 'used', title: 'Used', brief: 'when', cell: () => <Time at={null} /> },
  {
    id: 'actions',
    title: 'Actions',
    brief: 'menu',
    hasHiddenTitle: true,
    cell: ({ name }) => (
      <RowActions
        of={name}
        actions={['Edit', 'Revoke'].map((title) => ({ id: title, title, label: `${title} ${name}`, onPress: nothing }))}
      />
    ),
  },
];

/** A list whose rows have a menu, and a third line on phones. */
export function MenuRows({ text }: SceneProps): ReactNode {
  const rows = [1, 2].map((place) => ({ id: `row-${place}`, name: text }));
  return (
    <>
      <PageHeader title="Keys" />
      <DataTable label="Keys" columns={NAMED} list={fixedRows(rows)} keyOf={({ id }) => id} empty={{ title: '', text: '' }} />
    </>
  );
}
