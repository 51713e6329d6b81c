import { type ReactNode, useState } from 'react';
import { ApiProblem, ConnectionLost, UserFault } from '../src/api/problem.ts';
import { Bars } from '../src/parts/bars.tsx';
import { Button } from '../src/parts/button.tsx';
import { CodeBlock, Identifier, SecretOnce } from '../src/parts/copy.tsx';
import { type Column, DataTable, fixedRows, type Rows, rowsOfRecord } from '../src/parts/data-table.tsx';
import { ConfirmDialog, Dialog } from '../src/parts/dialog.tsx';
import { Facts, Metadata, Panel, SkuLink } from '../src/parts/facts.tsx';
import { ClashNotice } from '../src/parts/fields/clash-notice.tsx';
import { ComboField } from '../src/parts/fields/combo-field.tsx';
import { MetadataField, metadataText } from '../src/parts/fields/metadata-field.tsx';
import { MomentField } from '../src/parts/fields/moment-field.tsx';
import { ChoiceField, FormFrame, SelectField, TextField, useForm } from '../src/parts/form.tsx';
import { BulkRunWindow } from '../src/parts/lists/bulk-run-window.tsx';
import { History } from '../src/parts/lists/history.tsx';
import { useSelection } from '../src/parts/lists/use-selection.ts';
import { Views } from '../src/parts/lists/views.tsx';
import { PageHeader, UnreadPage } from '../src/parts/page-header.tsx';
import { ProblemNotice } from '../src/parts/problem-notice.tsx';
import { LastOutcome } from '../src/parts/scanning/scan-field.tsx';
import { STATES } from '../src/parts/states/states.ts';
import { StatusBadge } from '../src/parts/states/status-badge.tsx';
import { Tile, Tiles } from '../src/parts/tiles.tsx';
import { Time } from '../src/parts/time.tsx';
import { toast } from '../src/parts/toasts.tsx';
import { VirtualTable } from '../src/parts/virtual-table.tsx';
import { Actions, Brief, MenuRows, TallDialog } from './phone-scenes.tsx';
import type { SCENE_NAMES } from './texts.ts';

interface SceneProps {
  /** Stands for each name, code and typed text. */
  readonly text: string;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly units: number;
  readonly version: number;
}

const ID = 'ord_01KAJ71C5V8X2N6R4TPBEVNT11';
const AT = '2026-11-29T09:30:00.000Z';
const nothing = (): void => undefined;
const nowhere = (): Promise<void> => Promise.resolve();
const keyOf = ({ id }: Row): string => id;
const nameOf = ({ name }: Row): string => name;
const rowsOf = (text: string, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, place) => ({ id: `row-${place}`, name: text, units: 1_200 * place, version: 1 }));

const COLUMNS: readonly Column<Row>[] = [
  { id: 'sku', title: 'SKU', sorts: { ascending: 'sku' }, cell: ({ name }) => <SkuLink sku={name} /> },
  { id: 'name', title: 'Name', priority: 'low', cell: nameOf },
  { id: 'state', title: 'State', cell: () => <StatusBadge {...STATES.stock.low}>Low</StatusBadge> },
  { id: 'units', title: 'On hand', align: 'end', cell: ({ units }) => units },
  { id: 'updated', title: 'Updated', sorts: { descending: 'updated_at' }, cell: () => <Time at={AT} /> },
  { id: 'actions', title: 'Actions', cell: () => <Button size="small">Archive</Button> },
];

/** As those of the log of deliveries. */
const LOG_COLUMNS: readonly Column<Row>[] = [
  { id: 'type', title: 'Event type', brief: 'what', cell: () => <code>reservation.released</code> },
  { id: 'name', title: 'Name', brief: 'who', cell: nameOf },
  { id: 'state', title: 'State', priority: 'low', cell: () => <StatusBadge {...STATES.stock.low}>Low</StatusBadge> },
  { id: 'updated', title: 'Updated', brief: 'when', cell: () => <Time at={AT} isRelative="short" /> },
];

/** The list of a page: its head, views and rows, one of them selected. */
function List({ text, hasCards = false }: SceneProps & { readonly hasCards?: boolean }): ReactNode {
  const rows = rowsOf(text, 3);
  const { selection } = useSelection({ rows, keyOf, labelOf: (row) => `Select ${row.id}`, list: 'rows' });
  return (
    <>
      <PageHeader
        title={text}
        lead={text}
        status={<StatusBadge {...STATES.order.created}>Created</StatusBadge>}
        actions={<Button kind="primary">Add SKU</Button>}
        back={text}
      />
      <Views
        label="Views"
        views={[
          { value: undefined, title: 'All' },
          { value: 'low', title: 'Low stock' },
        ]}
      />
      <DataTable
        label="SKUs"
        columns={COLUMNS}
        list={{ ...fixedRows(rows), hasMore: true }}
        keyOf={keyOf}
        empty={{ title: '', text: '' }}
        sort="sku"
        onSort={nothing}
        hasCards={hasCards}
        selection={selection}
      />
    </>
  );
}

/** A list of which the rows in view are drawn. */
function LongList({ text }: SceneProps): ReactNode {
  return (
    <>
      <PageHeader title="Deliveries" />
      <div className="table-frame">
        <VirtualTable
          label="Deliveries"
          columns={LOG_COLUMNS}
          rows={rowsOf(text, 500)}
          keyOf={keyOf}
          hasMore={false}
          isLoadingMore={false}
          onEnd={nothing}
          onReading={nothing}
        />
      </div>
    </>
  );
}

/** A list that has no rows, one that is read, one that could not be read, and one whose next view is read. */
function ListStates({ text }: SceneProps): ReactNode {
  const none = fixedRows<Row>([]);
  const states: Readonly<Record<string, Rows<Row>>> = {
    Empty: none,
    Loading: { ...none, rows: undefined },
    Failed: { ...none, rows: undefined, error: problem('internal', text) },
    Outdated: { ...fixedRows(rowsOf(text, 2)), isOutdated: true },
    Stale: { ...fixedRows(rowsOf(text, 2)), error: new ConnectionLost() },
  };
  const empty = { title: text, text, action: <Button kind="primary">Add SKU</Button> };
  return (
    <>
      <UnreadPage title={text} error={problem('not_found', text)} onRetry={nothing} />
      {Object.entries(states).map(([label, list]) => (
        <section key={label} className="stack">
          <h2>{label}</h2>
          <DataTable label={label} columns={COLUMNS} list={list} keyOf={keyOf} empty={empty} />
        </section>
      ))}
    </>
  );
}

/** The facts of a record. */
function Record({ text }: SceneProps): ReactNode {
  const [isTold, setIsTold] = useState(false);
  return (
    <>
      <PageHeader title="A record" actions={<Button onPress={() => (setIsTold(true), toast(text))}>Tell</Button>} />
      <div className="columns">
        <Panel title={text} actions={<Button size="small">Edit</Button>}>
          <Facts
            facts={[
              ['Name', text],
              [text, text],
              ['Changed', <Time key="at" at={AT} />],
              ['Id', <Identifier key="id" id={ID} />],
              ['Told', isTold ? 'yes' : 'no'],
            ]}
          />
          <Metadata metadata={{ [text]: text, 'shop.example/order-reference': '1' }} />
        </Panel>
        <Panel title="Numbers">
          <Tiles>
            <Tile name={text} value={1_234_567} />
            <Tile name="Available" value={undefined} />
          </Tiles>
          <Bars
            bars={[
              { key: 1, label: text, value: 12 },
              { key: 2, label: 'Other', value: 0 },
            ]}
          />
        </Panel>
      </div>
      <DataTable
        label="Lines"
        columns={COLUMNS.slice(0, 4)}
        list={rowsOfRecord(rowsOf(text, 2))}
        keyOf={keyOf}
        empty={{ title: '', text: '' }}
      />
      <CodeBlock label="Answer" code={text} />
      <LastOutcome outcome={{ place: 1, tone: 'bad', text }} />
    </>
  );
}

/** The history of a record, with entries that were refused and that are about others. */
function RecordHistory({ text }: SceneProps): ReactNode {
  return (
    <Panel title="History">
      <PageHeader title={`Order ${ID}`} id={ID} status={<StatusBadge {...STATES.order.created}>Created</StatusBadge>} />
      <History
        list={{ ...fixedRows(rowsOf(text, 3)), hasMore: true }}
        entryOf={({ id, name }) => ({
          id,
          title: name,
          at: AT,
          actor: id === 'row-1' ? 'mem_2' : name.replaceAll('_', ' '),
          after: id === 'row-2' ? undefined : name,
          isRefused: id === 'row-1',
          children: <code>{name}</code>,
        })}
      />
    </Panel>
  );
}

function problem(code: ApiProblem['code'], text: string, facts: object = {}): ApiProblem {
  return new ApiProblem({
    type: `https://api.example/docs/errors#${code}`,
    title: text,
    status: 409,
    code,
    detail: text,
    request_id: 'req_01JDTG6W8Q4M2N7X5Z3V9KABCD',
    retryable: false,
    ...facts,
  });
}

/** Failures of requests, each in a notice of its own. */
function Failures({ text }: SceneProps): ReactNode {
  const errors = [
    problem('invalid_request', text),
    problem('rate_limited', text, { retry_after: 30 }),
    problem('internal', text, { type: '', request_id: '' }),
    new ConnectionLost(),
    new UserFault(text),
    new TypeError(text),
  ];
  return (
    <>
      <PageHeader title="Failures" />
      <div className="stack">
        {errors.map((error) => (
          <ProblemNotice key={`${error.name} ${'code' in error ? error.code : ''}`} error={error} onRetry={nothing} />
        ))}
      </div>
    </>
  );
}

/** A form of each kind of field, every one of them wrong. */
function Fields({ text }: SceneProps): ReactNode {
  const form = useForm({
    initial: {
      name: text,
      note: text,
      choice: 'one',
      kind: 'one',
      metadata: metadataText({ [text]: text }),
      at: '',
      place: text,
    },
    send: nowhere,
    check: () => ({ name: text, note: text, choice: text, kind: text, metadata: text, at: text, place: text }),
  });
  const choices = [
    { value: 'one', label: text, hint: text },
    { value: 'two', label: 'Two' },
  ];
  return (
    <>
      <PageHeader title="Fields" />
      <FormFrame form={form} submit="Save" onCancel={nothing}>
        <TextField form={form} name="name" label={text} hint={text} isOptional />
        <TextField form={form} name="note" label="Note" rows={3} />
        <SelectField form={form} name="choice" label="Choice" choices={choices} hint={text} />
        <ChoiceField form={form} name="kind" label={text} choices={choices} />
        <MetadataField form={form} name="metadata" />
        <MomentField form={form} name="at" label="At" />
        <ComboField form={form} name="place" label={text} hint={text} options={[]} notice={text} />
      </FormFrame>
    </>
  );
}

/** A dialog with a field that suggests what exists. */
function Suggestions({ text }: SceneProps): ReactNode {
  const form = useForm({ initial: { sku: '' }, send: nowhere });
  const options = Array.from({ length: 12 }, (_, place) => ({ value: `${place} ${text}`, detail: text }));
  return (
    <Dialog title={text} onClose={nothing}>
      <FormFrame form={form} submit="Save" onCancel={nothing}>
        <ComboField form={form} name="sku" label="SKU" options={options} isFirst />
      </FormFrame>
    </Dialog>
  );
}

/** A question before something is done that cannot be undone. */
function Question({ text }: SceneProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PageHeader title="A question" actions={<Button onPress={() => setIsOpen(true)}>Remove</Button>} />
      {isOpen && (
        <ConfirmDialog
          title={text}
          action="Remove"
          typed={text}
          onConfirm={() => Promise.reject(problem('order_on_hold', text))}
          onClose={() => setIsOpen(false)}
        >
          <p>{text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A form over a record that another member changed since: who did, and the fields that both changed. */
function Conflict({ text }: SceneProps): ReactNode {
  const form = useForm({
    initial: { name: 'Typed', note: 'Typed' },
    send: () => Promise.reject(problem('version_conflict', text, { changed_by: 'mem_2', current: { updated_at: AT } })),
  });
  const clashes = (['name', 'note'] as const).map((name) => ({ name, present: text }));
  return (
    <Dialog title={text} onClose={nothing} loses={text}>
      <FormFrame form={form} submit="Save" onCancel={nothing}>
        <TextField form={form} name="name" label="Name" isFirst />
        <TextField form={form} name="note" label="Note" />
        <ClashNotice form={form} clashes={clashes} titles={{ name: 'Name', note: text }} />
      </FormFrame>
    </Dialog>
  );
}

/** The results of work on many rows: done, failed, and not begun. */
function Results({ text }: SceneProps): ReactNode {
  const rows = rowsOf(text, 3);
  const results = new Map([
    ['row-0', { state: 'done' } as const],
    ['row-1', { state: 'failed', error: problem('order_on_hold', text) } as const],
  ]);
  const work = { results, isRunning: false, run: nowhere, stop: nothing };
  return (
    <BulkRunWindow
      title={text}
      named="SKU"
      rows={rows}
      keyOf={keyOf}
      nameOf={nameOf}
      work={work}
      onAgain={nothing}
      onClose={nothing}
    />
  );
}

/** A secret that is shown once. */
function Secret({ text }: SceneProps): ReactNode {
  return (
    <Dialog title="A new key" onClose={nothing} loses={text}>
      <SecretOnce label={text} value={text.replaceAll(' ', '')} onDone={nothing}>
        <p className="wrapped">{text}</p>
      </SecretOnce>
    </Dialog>
  );
}

/** The parts of the console in the states that pages bring them into, by name. */
export const SCENES: Readonly<Record<(typeof SCENE_NAMES)[number], (props: SceneProps) => ReactNode>> = {
  list: List,
  cards: ({ text }) => <List text={text} hasCards />,
  'long-list': LongList,
  'list-states': ListStates,
  record: Record,
  history: RecordHistory,
  failures: Failures,
  fields: Fields,
  'tall-dialog': TallDialog,
  actions: Actions,
  brief: Brief,
  'menu-rows': MenuRows,
  suggestions: Suggestions,
  question: Question,
  conflict: Conflict,
  results: Results,
  secret: Secret,
};
