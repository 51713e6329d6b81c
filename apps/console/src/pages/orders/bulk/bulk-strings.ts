const ordersOf = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`;

/** The texts of work on many orders at once. */
export const bulkWords = {
  bar: 'Selected orders',
  selected: (count: number) => `${ordersOf(count)} selected`,
  most: (count: number) => `At most ${count} at once.`,
  select: (name: string) => `Select ${name}`,
  clear: 'Clear selection',
  steps: { pack: 'Pack', ship: 'Ship', hold: 'Hold', cancel: 'Cancel' },
  titles: {
    pack: (count: number) => `Pack ${ordersOf(count)}`,
    ship: (count: number) => `Ship ${ordersOf(count)}`,
    hold: (count: number) => `Put ${ordersOf(count)} on hold`,
    cancel: (count: number) => `Cancel ${ordersOf(count)}`,
  },
  texts: {
    pack: 'Each order is packed whole, as it was listed.',
    ship: 'The units of each order leave the stock. This cannot be undone.',
    hold: 'Nothing of these orders is packed or shipped until each hold is released.',
    cancel: 'Allocated units become free for other orders. This cannot be undone.',
  },
  leftOut: (count: number) => `${ordersOf(count)} left out: their state does not allow it. They stay selected.`,
  keep: 'Keep orders',
  pickList: 'Pick list',
  export: 'Export CSV',
  exporting: 'Exporting …',
  saved: (file: string) => `${file} is saved.`,
  progress: 'Progress',
  results: 'Results',
  result: 'Result',
  states: { waiting: 'Waiting', done: 'Done', recorded: 'Recorded, done soon' },
  counted: (done: number, failed: number, all: number) => `${done} of ${all} done${failed === 0 ? '' : `, ${failed} failed`}.`,
  stop: 'Stop',
  again: (count: number) => `Try ${count} again`,
  close: 'Close',
} as const;
