import type { StockCommand, StockOutcome } from '@fulfilment/contracts';
import { suspendedOf, type Take, waitingOf, withPortions } from './fake-portions.fixture.ts';

type Line = StockOutcome['lines'][number];
type Amend = Extract<StockCommand, { type: 'amend' }>;

/** The lines of an order after an edit, or a hold that gives back. @returns undefined where units are missing that have to be held. */
export function amended(command: Amend, lines: readonly Line[], take: Take): Line[] | undefined {
  if (!command.lines) {
    if (command.suspended === undefined) return [...lines];
    return lines.map((line) => (command.suspended === true ? asleep(line, take) : awake(line, take)));
  }
  const known = new Map(lines.map((line) => [line.id, parted(line, command)]));
  const isAsleep = command.suspended === true || lines.some((line) => suspendedOf(line) > 0);
  const gone = lines.filter(({ id }) => !command.lines?.some((target) => target.id === id));
  for (const line of gone) lowered(line, line.quantity, take);
  const after = command.lines.map(({ id, sku, quantity }): Line => {
    const line = known.get(id) ?? { id, sku, name: `Name of ${sku}`, quantity: 0, allocated: 0, shipped: 0 };
    const less = lowered(line, Math.max(0, line.quantity - quantity), take);
    const added = Math.max(0, quantity - line.quantity);
    if (isAsleep && added > 0) return { ...less, quantity, suspended: suspendedOf(less) + added };
    return { ...less, quantity, allocated: less.allocated + take(sku, added) };
  });
  const isShort = after.some((line) => waitingOf(line) > 0 && line.quantity > (known.get(line.id)?.quantity ?? 0));
  return command.allow_backorder === false && isShort ? undefined : after;
}

/** The line of a whole order with what is packed of it as a portion. */
function parted(line: Line, { fulfilment_id: id }: Amend): Line {
  return id === undefined || line.allocated === 0
    ? line
    : withPortions(line, [{ fulfilment_id: id, units: line.allocated, firm: true }]);
}

function lowered(line: Line, units: number, take: Take): Line {
  const dropped = Math.min(units, suspendedOf(line));
  const held = Math.max(0, units - dropped - waitingOf(line));
  take(line.sku, -held);
  const { portions = [], ...rest } = line;
  const left = {
    ...rest,
    quantity: line.quantity - units,
    allocated: line.allocated - held,
    suspended: suspendedOf(line) - dropped,
  };
  let excess = portions.reduce((sum, each) => sum + each.units, -left.allocated);
  const kept = portions.toReversed().map((portion) => {
    const cut = portion.firm ? 0 : Math.min(portion.units, Math.max(0, excess));
    excess -= cut;
    return { ...portion, units: portion.units - cut };
  });
  return withPortions(
    left,
    kept.toReversed().filter((each) => each.units > 0),
  );
}

function asleep(line: Line, take: Take): Line {
  const { portions = [] } = line;
  const loose = portions.reduce((sum, { units, firm }) => (firm ? sum - units : sum), line.allocated);
  take(line.sku, -loose);
  const slept = { ...line, allocated: line.allocated - loose, suspended: suspendedOf(line) + loose + waitingOf(line) };
  return withPortions(
    slept,
    portions.filter(({ firm }) => firm),
  );
}

function awake(line: Line, take: Take): Line {
  const units = suspendedOf(line);
  return { ...line, suspended: 0, allocated: line.allocated + take(line.sku, units) };
}
