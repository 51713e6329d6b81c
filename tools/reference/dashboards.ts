/** A query of a panel: PromQL, and the name of each line by its labels. */
type Query = readonly [expression: string, legend: string];

interface PanelPlan {
  readonly title: string;
  /** For people on call: its content, and when to look closer. */
  readonly description: string;
  /** A unit of Grafana: `s`, `short`, `percentunit`, `reqps`, `cps`, `bytes`. */
  readonly unit: string;
  /** Up to six. */
  readonly queries: readonly Query[];
}

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const PANEL = { w: 8, h: 8 };
const PER_ROW = 3;

/** A Grafana dashboard in its JSON model; its data source is chosen at its top. */
function dashboard(uid: string, title: string, plans: readonly PanelPlan[]) {
  return {
    uid: `fulfilment-${uid}`,
    title: `Fulfilment / ${title}`,
    tags: ['fulfilment'],
    editable: false,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', current: {}, hide: 0 },
        {
          name: 'installation',
          label: 'Installation',
          type: 'query',
          datasource: DATASOURCE,
          query: 'label_values(process_start_time_seconds{service="gateway"}, installation)',
          // Prometheus may lack the label where there is one installation: all of them have it then.
          allValue: '.*',
          includeAll: true,
          current: { text: 'All', value: '$__all' },
          refresh: 2,
          hide: 0,
        },
      ],
    },
    panels: plans.map(panel),
  };
}

function panel({ title, description, unit, queries }: PanelPlan, place: number) {
  return {
    id: place + 1,
    type: 'timeseries',
    title,
    description,
    datasource: DATASOURCE,
    gridPos: { ...PANEL, x: (place % PER_ROW) * PANEL.w, y: Math.floor(place / PER_ROW) * PANEL.h },
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 8, showPoints: 'never' } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(([expr, legendFormat], at) => ({
      refId: 'ABCDEF'.charAt(at),
      datasource: DATASOURCE,
      expr: ofInstallation(expr),
      legendFormat,
    })),
  };
}

/** The expression over the series of the installations that are chosen. */
function ofInstallation(expression: string): string {
  return expression.replaceAll(
    /\b((?:fulfilment|process)_\w+)(?:\{([^}]*)\})?/g,
    (_, metric: string, labels?: string) => `${metric}{installation=~"$installation"${labels === undefined ? '' : `,${labels}`}}`,
  );
}

const rate = (metric: string, labels = ''): string => `rate(fulfilment_${metric}${labels}[$__rate_interval])`;
const quantile = (share: number, metric: string, { by = '', labels = '' } = {}): string =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (${rate(`${metric}_bucket`, labels)}))`;
/** Orders that inventory has answered, a second. */
const ORDERS = `sum(${rate('order_step_seconds_count', '{transition="create"}')})`;

const GATEWAY = '{service="gateway"}';

const OVERVIEW = dashboard('overview', 'Overview', [
  {
    title: 'Requests of clients',
    description: 'Responses of the gateways a second, by status. More than 1 % of 5xx is an incident.',
    unit: 'reqps',
    queries: [[`sum by (status) (${rate('http_request_seconds_count', GATEWAY)})`, '{{status}}']],
  },
  {
    title: 'Latency of clients',
    description: 'Time from a request to the end of its response at the gateways.',
    unit: 's',
    queries: [0.5, 0.95, 0.99].map((share) => [quantile(share, 'http_request_seconds', { labels: GATEWAY }), `p${share * 100}`]),
  },
  {
    title: 'Orders',
    description: 'Orders that inventory has answered, a second.',
    unit: 'cps',
    queries: [[ORDERS, 'orders']],
  },
  {
    title: 'Oldest that waits',
    description: 'Age of the oldest unpublished message, and of the oldest undelivered event. Over 5 s and over a minute: look.',
    unit: 's',
    queries: [
      ['max(fulfilment_outbox_oldest_seconds)', 'outbox'],
      ['max(fulfilment_webhook_oldest_undelivered_seconds)', 'webhooks'],
    ],
  },
  {
    title: 'Event loops in use',
    description: 'Share of time in which the busiest process of each service had work. Near 1 it needs another process.',
    unit: 'percentunit',
    queries: [['max by (service) (fulfilment_event_loop_utilization_ratio)', '{{service}}']],
  },
  {
    title: 'Memory',
    description: 'Resident memory of the largest process of each service.',
    unit: 'bytes',
    queries: [['max by (service) (process_resident_memory_bytes)', '{{service}}']],
  },
]);

const EDGE = dashboard('gateway', 'Gateway', [
  {
    title: 'Slowest operations',
    description: 'p95 of the five slowest operations. An export or the stream of events is as long as its client reads.',
    unit: 's',
    queries: [[`topk(5, ${quantile(0.95, 'operation_seconds', { by: 'operation' })})`, '{{operation}}']],
  },
  {
    title: 'Failures by operation',
    description: 'Answers of 5xx a second: the operations that fail.',
    unit: 'reqps',
    queries: [[`sum by (operation) (${rate('operation_seconds_count', '{result="failed"}')}) > 0`, '{{operation}}']],
  },
  {
    title: 'Busiest tenants',
    description: 'Requests in the last whole minute of the ten busiest tenants, over all gateways, by result.',
    unit: 'short',
    queries: [['topk(10, sum by (tenant, result) (fulfilment_tenant_requests))', '{{tenant}} {{result}}']],
  },
  {
    title: 'Decisions of rate limits',
    description: 'Requests that were let in or refused, by bucket.',
    unit: 'reqps',
    queries: [[`sum by (bucket, decision) (${rate('rate_limit_decisions_total')})`, '{{bucket}} {{decision}}']],
  },
  {
    title: 'Rate limits without Redis',
    description: '1 where a gateway decides on its share because Redis is away.',
    unit: 'short',
    queries: [['fulfilment_rate_limit_degraded', '{{instance}}']],
  },
  {
    title: 'Attempts at services',
    description: 'Attempts to have a service answer, by outcome: not-sent, broken and silent are retried where that is safe.',
    unit: 'reqps',
    queries: [[`sum by (service, outcome) (${rate('upstream_tries_total')})`, '{{service}} {{outcome}}']],
  },
  {
    title: 'In flight at services',
    description: 'Requests under way, by service and class. A class that stays at its bound refuses more.',
    unit: 'short',
    queries: [['sum by (service, class) (fulfilment_upstream_in_flight)', '{{service}} {{class}}']],
  },
  {
    title: 'Healthy instances',
    description: 'Healthy instances of each service as the gateways find them, the least of all gateways.',
    unit: 'short',
    queries: [['min by (service) (fulfilment_upstream_instances_fit)', '{{service}}']],
  },
  {
    title: 'Connections of clients',
    description: 'Open connections, and those that were refused because their client has as many as one may.',
    unit: 'short',
    queries: [
      ['sum(fulfilment_client_connections)', 'open'],
      [`sum(${rate('client_connections_refused_total')})`, 'refused a second'],
    ],
  },
]);

const STOCK = dashboard('stock-lane', 'Stock lane', [
  {
    title: 'Commands in one transaction',
    description: 'Commands of one transaction of the lane. More under load is as it should be.',
    unit: 'short',
    queries: [0.5, 0.95].map((share) => [quantile(share, 'stock_lane_batch_commands'), `p${share * 100}`]),
  },
  {
    title: 'Transactions and commands',
    description: 'Transactions of the lane a second, and the commands in them.',
    unit: 'cps',
    queries: [
      [`sum(${rate('stock_lane_batch_commands_count')})`, 'transactions'],
      [`sum(${rate('stock_lane_batch_commands_sum')})`, 'commands'],
    ],
  },
  {
    title: 'Commands that wait',
    description: 'Commands that wait for their transaction, by process. It grows where MongoDB is slow.',
    unit: 'short',
    queries: [['fulfilment_stock_lane_waiting_commands', '{{instance}}']],
  },
  {
    title: 'Steps of orders',
    description: 'p99 from the request of a step to the result of inventory. Over a second: look at lag and at the lane.',
    unit: 's',
    queries: [[quantile(0.99, 'order_step_seconds', { by: 'transition' }), '{{transition}}']],
  },
  {
    title: 'Requests that wait for inventory',
    description: 'Requests of orders that wait for a result, 128 a process at most.',
    unit: 'short',
    queries: [['sum(fulfilment_order_waiting_requests)', 'waiting']],
  },
  {
    title: 'Steps answered with 202 at once',
    description: '1 while a process of orders no longer waits for results, because they are late.',
    unit: 'short',
    queries: [['fulfilment_order_wait_breaker_open', '{{instance}}']],
  },
]);

const MESSAGING = dashboard('messaging', 'Relays and consumers', [
  {
    title: 'Age of the oldest unpublished message',
    description: 'By outbox. Over 5 s: Kafka is away, or a relay hangs.',
    unit: 's',
    queries: [['max by (source) (fulfilment_outbox_oldest_seconds)', '{{source}}']],
  },
  {
    title: 'Messages published',
    description: 'Messages that Kafka has acknowledged, a second.',
    unit: 'cps',
    queries: [[`sum by (source) (${rate('outbox_published_total')})`, '{{source}}']],
  },
  {
    title: 'Parts without progress',
    description:
      'Parts that make no progress though work waits and the engines answer, or were replaced in the last half minute.',
    unit: 'short',
    queries: [['sum by (service) (fulfilment_progress_unwell_parts)', '{{service}}']],
  },
  {
    title: 'Consumer lag',
    description: 'Records that are not handled yet. KEDA scales by it.',
    unit: 'short',
    queries: [['max by (group, topic) (fulfilment_consumer_lag)', '{{group}} {{topic}}']],
  },
  {
    title: 'Records handled',
    description: 'By outcome; parked and held are dead letters.',
    unit: 'cps',
    queries: [[`sum by (group, outcome) (${rate('consumer_records_total')})`, '{{group}} {{outcome}}']],
  },
  {
    title: 'Time of a batch',
    description: 'p95 of the time in which a batch is handled.',
    unit: 's',
    queries: [[quantile(0.95, 'consumer_batch_seconds', { by: 'group' }), '{{group}}']],
  },
  {
    title: 'Passes and batches that failed',
    description: 'They are retried. A rate that lasts needs a look into the log.',
    unit: 'cps',
    queries: [
      [`sum by (source) (${rate('outbox_failed_passes_total')})`, 'passes of {{source}}'],
      [`sum by (group) (${rate('consumer_failed_batches_total')})`, 'batches of {{group}}'],
    ],
  },
]);

const WEBHOOKS = dashboard('webhooks', 'Webhooks', [
  {
    title: 'Attempts',
    description: 'Delivery attempts a second, by outcome.',
    unit: 'cps',
    queries: [[`sum by (outcome) (${rate('webhook_attempts_total')})`, '{{outcome}}']],
  },
  {
    title: 'Duration of attempts',
    description: 'From the request to the end of the answer of the receiver.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => [quantile(share, 'webhook_attempt_seconds'), `p${share * 100}`]),
  },
  {
    title: 'Attempts in flight',
    description:
      'For each process: 256 quick ones, and up to 4096 slow ones that make room for others early. Above that, receivers that answer wait for those that hang.',
    unit: 'short',
    queries: [['fulfilment_webhook_in_flight', '{{instance}}']],
  },
  {
    title: 'Oldest undelivered event',
    description: 'Without paused and disabled endpoints. KEDA scales by it.',
    unit: 's',
    queries: [['max(fulfilment_webhook_oldest_undelivered_seconds)', 'oldest']],
  },
  {
    title: 'Endpoints with the most attempts',
    description: 'The ten endpoints with the most attempts a second.',
    unit: 'cps',
    queries: [[`topk(10, sum by (endpoint, outcome) (${rate('webhook_endpoint_attempts_total')}))`, '{{endpoint}} {{outcome}}']],
  },
  {
    title: 'Endpoints disabled',
    description: 'Many at once: the fault is of the network, or ours.',
    unit: 'cps',
    queries: [[`sum by (reason) (${rate('webhook_endpoints_disabled_total')})`, '{{reason}}']],
  },
]);

const SCANS = dashboard('scans', 'Scans', [
  {
    title: 'Scans',
    description: 'Scans stored a second.',
    unit: 'cps',
    queries: [[`sum(${rate('scan_insert_size_sum')})`, 'scans']],
  },
  {
    title: 'Scans of one insert',
    description: 'Scans that share an insert. More under load is as it should be.',
    unit: 'short',
    queries: [0.5, 0.95].map((share) => [quantile(share, 'scan_insert_size'), `p${share * 100}`]),
  },
  {
    title: 'Requests that wait',
    description: 'Requests that wait for an insert.',
    unit: 'short',
    queries: [['fulfilment_scans_waiting', '{{instance}}']],
  },
  {
    title: 'Latency',
    description: 'Time of a request at the service.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => [
      quantile(share, 'http_request_seconds', { labels: '{service="scans",method="POST"}' }),
      `p${share * 100}`,
    ]),
  },
  {
    title: 'Commands sent again',
    description: 'Movements whose answer had not come after 5 minutes. It rises: messages were lost.',
    unit: 'cps',
    queries: [[`sum(${rate('scan_commands_resent_total')})`, 'resent']],
  },
]);

const COST = dashboard('cost', 'Cost of an order', [
  {
    title: 'CPU an order',
    description: 'CPU time of each service over the orders of the same time, all other work included.',
    unit: 's',
    queries: [
      [`sum by (service) (rate(process_cpu_seconds_total[$__rate_interval])) / on () group_left () ${ORDERS}`, '{{service}}'],
    ],
  },
  {
    title: 'MongoDB operations an order',
    description: 'Operations of each service over the orders of the same time, all other work included.',
    unit: 'short',
    queries: [[`sum by (service) (${rate('mongodb_checkout_seconds_count')}) / on () group_left () ${ORDERS}`, '{{service}}']],
  },
  {
    title: 'Messages an order',
    description: 'Messages published over the orders of the same time.',
    unit: 'short',
    queries: [[`sum by (source) (${rate('outbox_published_total')}) / on () group_left () ${ORDERS}`, '{{source}}']],
  },
  {
    title: 'CPU',
    description: 'Cores in use, by service.',
    unit: 'short',
    queries: [['sum by (service) (rate(process_cpu_seconds_total[$__rate_interval]))', '{{service}}']],
  },
  {
    title: 'Wait for a connection to MongoDB',
    description:
      'p99 of the time for which an operation waits for a connection of the pool (50). It grows where MongoDB is slow.',
    unit: 's',
    queries: [[quantile(0.99, 'mongodb_checkout_seconds', { by: 'service' }), '{{service}}']],
  },
  {
    title: 'Changes of one commit',
    description: 'Orders that share a commit. More of them make each cheaper.',
    unit: 'short',
    queries: [0.5, 0.95].map((share) => [quantile(share, 'order_batch_size'), `p${share * 100}`]),
  },
]);

/** All dashboards, for Grafana's provisioning. */
export const DASHBOARDS = [OVERVIEW, EDGE, STOCK, MESSAGING, WEBHOOKS, SCANS, COST];
