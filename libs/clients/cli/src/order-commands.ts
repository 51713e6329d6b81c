import {
  laterValue,
  type ListOrdersSort,
  type Order,
  type OrderCreate,
  type OrderLine,
  type OrderPack,
} from '@fulfilment/client';
import { type Command, Option } from 'commander';
import {
  collected,
  moment,
  type OrderedLine,
  orderLine,
  pair,
  positiveInteger,
  readJsonObject,
  UsageError,
  wholeNumber,
} from './arguments.ts';
import { type AddCommands, type Perform, withExamples } from './command.ts';
import { type ListOptions, pageSize, printList, withListOptions } from './lists.ts';
import { watchOrder, watchOrders } from './order-watch.ts';
import type { Output } from './terminal/output.ts';
import type { Session } from './session.ts';
import { type Column, Table, textFacts, textTime } from './terminal/text-table.ts';

interface OrderListOptions extends ListOptions {
  readonly status?: string[];
  readonly allocation?: string[];
  readonly q?: string;
  readonly externalId?: string;
  readonly sku?: string;
  readonly fulfilment?: 'none' | 'partial' | 'complete';
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly updatedSince?: string;
  readonly sort?: ListOrdersSort;
}

const time = (text: string): string => moment(text);

/** Orders: list, get, create, pack, ship, cancel, watch. */
export const addOrderCommands: AddCommands = (program, perform) => {
  const orders = program.command('orders').description('Orders and their way out of the warehouse.');
  withExamples(withListOptions(orders.command('list').description('List orders, newest first.')), [
    'orders list --status created,packed',
    'orders list --allocation partial,backordered',
    'orders list --q "jane 1001"',
    'orders list --fulfilment partial',
    'orders list --created-after 24h --all --json',
  ])
    .option('--status <statuses>', 'pending, created, packed, shipped, cancelled, rejected; can be repeated', collected)
    .option('--allocation <allocations>', 'allocated, partial, backordered; can be repeated', collected)
    .option('--q <words>', 'beginnings of id, external id, tracking number, name, company or e-mail address, in every status')
    .option('--external-id <id>', "the order's id in your system")
    .option('--sku <sku>', 'with a line of this SKU')
    .addOption(new Option('--fulfilment <progress>', 'how much has left').choices(['none', 'partial', 'complete']))
    .option('--created-after <time>', 'a date, a time, or a time ago: 24h', time)
    .option('--created-before <time>', 'likewise', time)
    .option('--updated-since <time>', 'likewise', time)
    .addOption(new Option('--sort <field>', 'newest first, or by change').choices(['created_at', 'updated_at']))
    .action((options: OrderListOptions, command: Command) => perform(command, (session) => listOrders(session, options)));
  withExamples(orders.command('get').description('Show one order with its lines.'), ['orders get ord_01J…'])
    .argument('<id>', 'id of the order')
    .action((id: string, _options: object, command: Command) =>
      perform(command, async (session) => {
        const client = await session.client();
        await showOrder(session.out, await client.orders.get(id, session.call));
      }),
    );
  addCreate(orders, perform);
  addSteps(orders, perform);
  withExamples(orders.command('watch').description('Follow one order to its end, or all orders until interrupted.'), [
    'orders watch ord_01J…',
    'orders watch',
    'orders watch --since 1h --json',
  ])
    .argument('[id]', 'id of the order; all orders by default, which needs events:read')
    .option('--since <place>', 'all orders: from a time, a time ago, an event id, or `oldest`; by default from now on')
    .action((id: string | undefined, { since }: { since?: string }, command: Command) =>
      perform(command, (session) => (id === undefined ? watchOrders(session, since) : watchOrder(session, id))),
    );
};

interface CreateOptions extends StepOptions {
  readonly line?: OrderedLine[];
  readonly externalId?: string;
  readonly note?: string;
  readonly metadata?: Record<string, string>;
  readonly shipTo?: string;
  readonly backorder?: boolean;
}

function addCreate(orders: Command, perform: Perform): void {
  withExamples(withStepOptions(orders.command('create').description('Create an order from options or JSON.')), [
    'orders create --line MUG-01=2 --line TEE-RED=1 --external-id shop-1001',
    'orders create --file order.json',
    'orders create --file - < order.json',
  ])
    .option('--line <sku=quantity>', 'a line; can be repeated', orderLine)
    .option('--external-id <id>', "the order's id in your system: the same order is created once")
    .option('--note <text>', 'a note')
    .option('--metadata <name=value>', 'a pair; can be repeated', pair)
    .option('--ship-to <file>', 'JSON of the address')
    .option('--no-backorder', 'refuse what cannot be allocated whole')
    .option('--file <file>', 'JSON of the order, - for standard input; other options go before it')
    .action((options: CreateOptions, command: Command) =>
      perform(command, async (session) => {
        const body = await orderOf(options, session);
        const client = await session.client();
        await showOrder(session.out, await client.orders.create(body, callOf(session, options)));
      }),
    );
}

async function orderOf(options: CreateOptions, { terminal }: Session): Promise<OrderCreate> {
  const { line, externalId, note, metadata, shipTo, backorder = true, file } = options;
  const base = file === undefined ? {} : await readJsonObject(file, terminal.stdin);
  const address = shipTo === undefined ? undefined : await readJsonObject(shipTo, terminal.stdin);
  const over = {
    lines: line,
    external_id: externalId,
    note,
    metadata,
    ship_to: address,
    allow_backorder: backorder ? undefined : false,
  };
  const body: object = { ...base, ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) };
  if (!('lines' in body)) throw new UsageError('An order needs lines: --line MUG-01=2, or --file.');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API judges what stands in the user's file.
  return body as OrderCreate;
}

interface StepOptions {
  readonly file?: string;
  readonly ifMatch?: number;
  readonly wait?: number;
  readonly idempotencyKey?: string;
}

function withStepOptions(command: Command): Command {
  return command
    .option('--wait <seconds>', 'time to wait for a result that comes late, 60 by default', wholeNumber)
    .option('--idempotency-key <key>', 'key of the request: repeats with the same key take effect once');
}

const callOf = (session: Session, { wait, ifMatch, idempotencyKey }: StepOptions) => ({
  ...session.call,
  idempotencyKey,
  ifMatch,
  pendingTimeoutMs: wait === undefined ? undefined : wait * 1_000,
});

interface ShipOptions extends StepOptions {
  readonly carrier?: string;
  readonly trackingNumber?: string;
  readonly trackingUrl?: string;
}

function addSteps(orders: Command, perform: Perform): void {
  const step = (name: string, description: string, examples: readonly string[]): Command =>
    withExamples(withStepOptions(orders.command(name).description(description)), examples)
      .argument('<id>', 'id of the order')
      .option('--if-match <version>', 'only if the order still has this version', positiveInteger);
  step('pack', 'Pack an order whose lines are all allocated.', [
    'orders pack ord_01J…',
    'orders pack ord_01J… --file packages.json',
  ])
    .option('--file <file>', 'JSON with the packages: {"packages":[{"weight_g":420}]}; - for standard input')
    .action((id: string, options: StepOptions, command: Command) =>
      perform(command, async (session) => {
        const body: OrderPack = options.file === undefined ? {} : await readJsonObject(options.file, session.terminal.stdin);
        const client = await session.client();
        await showOrder(session.out, await client.orders.pack(id, body, callOf(session, options)));
      }),
    );
  step('ship', 'Ship a packed order: its stock leaves.', ['orders ship ord_01J… --carrier DHL --tracking-number 00340434'])
    .option('--carrier <name>', 'the carrier')
    .option('--tracking-number <number>', 'number of the parcel')
    .option('--tracking-url <url>', 'the tracking page')
    .action((id: string, options: ShipOptions, command: Command) =>
      perform(command, async (session) => {
        const { carrier, trackingNumber, trackingUrl } = options;
        const client = await session.client();
        const body = { carrier, tracking_number: trackingNumber, tracking_url: trackingUrl };
        await showOrder(session.out, await client.orders.ship(id, body, callOf(session, options)));
      }),
    );
  step('cancel', 'Cancel an order that is not shipped: its stock becomes free.', [
    'orders cancel ord_01J… --reason "out of season"',
  ])
    .option('--reason <text>', 'kept with the order')
    .action((id: string, options: StepOptions & { reason?: string }, command: Command) =>
      perform(command, async (session) => {
        const client = await session.client();
        await showOrder(session.out, await client.orders.cancel(id, { reason: options.reason }, callOf(session, options)));
      }),
    );
}

const COLOURS: Readonly<Record<string, 'green' | 'yellow' | 'red' | 'blue'>> = {
  shipped: 'green',
  packed: 'blue',
  pending: 'yellow',
  partial: 'yellow',
  backordered: 'red',
  rejected: 'red',
};

/** A status or an allocation in its colour. @param text may be padded. */
function painted(out: Output, text: string): string {
  const colour = COLOURS[text.trim()];
  return colour === undefined ? text : out.paint(colour, text);
}

async function listOrders(session: Session, options: OrderListOptions): Promise<void> {
  const { status, allocation, q, externalId, sku, fulfilment, createdAfter, createdBefore, updatedSince, sort } = options;
  const client = await session.client();
  const times = { created_after: createdAfter, created_before: createdBefore, updated_since: updatedSince };
  const states = { status: status?.map(laterValue), allocation: allocation?.map(laterValue) };
  const query = { ...states, q, external_id: externalId, sku, fulfilment, sort, ...times, limit: pageSize(options) };
  const paint = (cell: string): string => painted(session.out, cell);
  const columns: ReadonlyArray<Column<Order>> = [
    { title: 'ID', of: (each) => each.id },
    { title: 'EXTERNAL ID', of: (each) => each.external_id },
    { title: 'STATUS', of: (each) => each.status, paint },
    { title: 'ALLOCATION', of: (each) => each.allocation, paint },
    { title: 'LINES', of: (each) => each.lines.length, right: true },
    { title: 'UNITS', of: (each) => each.lines.reduce((sum, { quantity }) => sum + quantity, 0), right: true },
    { title: 'CREATED', of: (each) => textTime(each.created_at) },
  ];
  await printList(session, client.orders.list(query, session.call), options, columns);
}

async function showOrder(out: Output, order: Order): Promise<void> {
  if (out.json) return out.document(order);
  const { ship_to: to, refusal } = order;
  await out.lines(
    textFacts({
      order: order.id,
      'external id': order.external_id,
      status: order.status,
      allocation: order.allocation,
      'under way': order.pending_transition,
      refusal: refusal && `${refusal.detail} (${refusal.code})`,
      'ship to': to && [to.name, to.address1, `${to.postal_code ?? ''} ${to.city}`.trim(), to.country].join(', '),
      carrier: order.carrier,
      tracking: order.tracking_url ?? order.tracking_number,
      note: order.note,
      metadata: Object.entries(order.metadata)
        .map(([name, value]) => `${name}=${value}`)
        .join(', '),
      'cancel reason': order.cancel_reason,
      version: order.version,
      created: textTime(order.created_at),
      packed: textTime(order.packed_at),
      shipped: textTime(order.shipped_at),
      cancelled: textTime(order.cancelled_at),
    }),
  );
  const table = new Table<OrderLine>([
    { title: 'SKU', of: (line) => line.sku },
    { title: 'NAME', of: (line) => line.name },
    { title: 'QUANTITY', of: (line) => line.quantity, right: true },
    { title: 'ALLOCATED', of: (line) => line.allocated, right: true },
    { title: 'SHIPPED', of: (line) => line.shipped, right: true },
  ]);
  await out.lines(['', ...table.lines(order.lines)]);
}
