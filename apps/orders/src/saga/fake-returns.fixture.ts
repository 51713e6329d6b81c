import type { StockCommand, StockOutcome } from '@fulfilment/contracts';

type Returns = NonNullable<StockOutcome['returns']>;
type Line = Returns[number]['lines'][number];
type After = Pick<StockOutcome, 'state' | 'lines' | 'returns'>;

/** The document that stands for the unknown order of a return, once that is opened. @param nameOf undefined of a SKU that is not known. */
export function opened(
  { lines, return_id, approved }: Extract<StockCommand, { type: 'open_return' }>,
  nameOf: (sku: string) => string | undefined,
): After & { readonly isRefused: boolean } {
  const after = lines.map(({ id, sku, quantity }) => {
    return { id, sku, quantity, name: nameOf(sku) ?? null, allocated: 0, shipped: quantity };
  });
  const expected = { return_id, lines: lines.map(({ id, quantity }) => ({ ...NOTHING, id, expected: quantity })) };
  const isRefused = after.some(({ name }) => name === null);
  return {
    state: isRefused ? 'rejected' : 'shipped',
    lines: after,
    returns: approved && !isRefused ? [expected] : [],
    isRefused,
  };
}

/** An order after a step of a return; undefined where the command is none. Inventory takes back what orders has decided. */
export function withReturns(command: StockCommand, { state, lines, returns = [] }: StockOutcome): After | undefined {
  const after = returnsAfter(command, returns);
  if (!after) return undefined;
  const returnedOf = (id: string): number =>
    after.flatMap((each) => each.lines).reduce((sum, line) => (line.id === id ? sum + receivedOf(line) : sum), 0);
  return { state, returns: after, lines: lines.map((line) => ({ ...line, returned: returnedOf(line.id) })) };
}

const receivedOf = ({ inspect, restock, quarantine, scrap }: Line): number => inspect + restock + quarantine + scrap;

function returnsAfter(command: StockCommand, returns: Returns): Returns | undefined {
  const changed = (id: string, change: (line: Line) => Line): Returns =>
    returns.map((each) => (each.return_id === id ? { ...each, lines: each.lines.map(change) } : each));
  switch (command.type) {
    case 'expect_return': {
      const lines = command.lines.map(({ id, quantity: expected }) => ({ ...NOTHING, id, expected }));
      return [...returns, { return_id: command.return_id, lines }];
    }
    case 'unexpect_return':
      return changed(command.return_id, (line) => ({ ...line, expected: 0 }));
    case 'receive_return':
      return changed(command.return_id, (line) =>
        command.lines.reduce(
          (each, { id, quantity, disposition }) =>
            id === line.id ? { ...each, expected: each.expected - quantity, [disposition]: each[disposition] + quantity } : each,
          line,
        ),
      );
    case 'dispose_return':
      return changed(command.return_id, (line) =>
        command.lines.reduce((each, { id, quantity, from, disposition }) => {
          const moved = { ...each, [from]: each[from] - quantity };
          return id === line.id ? { ...moved, [disposition]: moved[disposition] + quantity } : each;
        }, line),
      );
    default:
      return undefined;
  }
}

const NOTHING = { expected: 0, missing: 0, inspect: 0, restock: 0, quarantine: 0, scrap: 0 };
