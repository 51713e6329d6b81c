import { catalogue, message } from '../../../language/catalogue.ts';

const PRIORITY_CHOICES: Readonly<Record<number, string>> = { 0: '0 (last)', 5: '5 (default)', 9: '9 (first)' };

/** The texts of holds and ranks of orders, and of the view of the orders that wait. */
export const holdWords = catalogue('holds', {
  title: 'Holds',
  onHold: 'On hold',
  stopped: 'This order cannot be packed or shipped until every hold is released or has ended.',
  place: 'Put on hold',
  placed: 'The order is on hold.',
  release: 'Release',
  releaseNamed: message('Release hold {reason}', 'reason'),
  releaseTitle: 'Release this hold?',
  releaseText: message(
    '{others, plural, =0 {“{reason}” is the only hold: the order can be packed and shipped again.} other {The order stays on hold: {others, plural, one {# other hold stays} other {# other holds stay}}.}}',
    'reason',
    'others: number',
  ),
  released: 'The hold is released.',
  keep: 'Keep hold',
  reason: 'Reason',
  reasonHint: 'One of the list, or your own.',
  noReason: 'Choose a reason, or type one in letters from A to Z or digits.',
  reasons: {
    awaiting_payment: 'Awaiting payment',
    fraud_check: 'Fraud check',
    incorrect_address: 'Incorrect address',
    customer_request: 'Customer request',
  },
  reasonDetails: {
    awaiting_payment: 'The payment has not arrived',
    fraud_check: 'Someone looks at it first',
    incorrect_address: 'It cannot be delivered as it is',
    customer_request: 'The customer asked to wait',
  },
  note: 'Note',
  until: 'Until',
  untilHint: 'In your local time. Empty: until someone releases it.',
  untilPast: 'This time has passed: choose a later one.',
  untilReleased: 'until it is released',
  stock: 'Units that are not packed',
  stocks: {
    keep: { label: 'Keep them for this order', hint: 'Other orders do not get them.' },
    give: {
      label: 'Give them back',
      hint: 'Other orders get them. After the hold this order waits for its units again, at its own rank.',
    },
  },
  givenBack: 'Units given back',
  kept: 'Units kept',
  filter: 'Hold',
  filters: { any: 'With and without', held: 'On hold', free: 'Not on hold' },
  rankText: 'Short stock goes to the highest priority first, and within a priority to the earliest time to ship by.',
  priority: 'Priority',
  priorityOf: message('{priority, plural, =5 {5 (default)} other {#}}', 'priority: number'),
  priorityChoice: PRIORITY_CHOICES,
  shipBy: 'Ship by',
  by: 'by',
  shipByHint: 'In your local time. Empty: no time to ship by.',
  waits: {
    title: 'What waits and why',
    lead: 'Open orders that wait for stock or are on hold, sorted by priority, then time to ship by, then age.',
    viewsLabel: 'Orders by what they wait for',
    views: { all: 'All', stock: 'For stock', held: 'On hold' },
    why: 'Why',
    lacks: message('{units, number} × {sku}', 'units: number', 'sku'),
    since: 'Created',
    bounded: message(
      'Only the {count, number} orders of each kind that are unchanged for longest are searched. Filter to find others.',
      'count: number',
    ),
    warehouse: 'Holds units in',
    age: 'Age',
    anyAge: 'Any',
    ages: message('{days, plural, one {Over # day} other {Over # days}}', 'days: number'),
    emptyTitle: 'Nothing waits',
    empty: 'Orders that lack stock or are on hold appear here.',
    noneTitle: 'No order that waits matches',
    none: 'Other orders wait, or none at all: the filters leave them out.',
    clear: 'Clear filters',
    toOrders: 'All open orders',
  },
});

/** The reasons that a form suggests, by their words. */
export const HOLD_REASONS = (['awaiting_payment', 'fraud_check', 'incorrect_address', 'customer_request'] as const).map(
  (code) => ({
    value: holdWords.reasons[code],
    detail: holdWords.reasonDetails[code],
  }),
);
