import type { StockCommand, StockOutcome } from '@fulfilment/contracts';

type Line = StockOutcome['lines'][number];
type PartCommand = Extract<StockCommand, { type: 'assign' | 'unassign' | 'unconfirm' | 'confirm' | 'ship' | 'release' }>;

/** Takes units of a SKU that are free, as many as there are. @returns how many. */
export type Take = (sku: string, units: number) => number;

/**
 * The lines of an order after a command about parts of it.
 *
 * @returns undefined where units are missing: then nothing has changed but that what was free is held.
 */
export function withParts(command: PartCommand, lines: readonly Line[], take: Take): Line[] | undefined {
  switch (command.type) {
    case 'assign':
      return planned(lines, command, take);
    case 'confirm':
      return packed(lines, command, take);
    case 'unconfirm':
      return lines.map((line) => withPortion(line, command.fulfilment_id ?? '', (units) => ({ units, firm: false })));
    case 'unassign':
      return lines.map((line) => withPortion(line, command.fulfilment_id, () => ({ units: 0, firm: false })));
    case 'ship':
      return lines.map((line) => shipped(line, command.fulfilment_id));
    case 'release':
      return lines.map((line) => dropped(line, unitsOf(command, line), take));
  }
}

/** The command, where only orders in parts get it, or lines are in parts. */
export function aboutParts(command: StockCommand, lines: readonly Line[]): PartCommand | undefined {
  return isAboutParts(command, lines) ? command : undefined;
}

function isAboutParts(command: StockCommand, lines: readonly Line[]): command is PartCommand {
  if (command.type === 'allocate' || command.type === 'amend') return false;
  if (command.type === 'release') return command.lines !== undefined;
  const isNew = command.type === 'assign' || command.type === 'unassign' || command.type === 'unconfirm';
  return isNew || command.fulfilment_id !== undefined || lines.some(({ portions = [] }) => portions.length > 0);
}

/** Units that are neither held, shipped nor dropped, nor given back for a hold. */
export const waitingOf = ({ quantity, allocated, shipped: gone, cancelled = 0, ...line }: Line): number =>
  quantity - allocated - gone - cancelled - suspendedOf(line);

/** Units that are given back for a hold. */
export const suspendedOf = (line: object): number => Number(Reflect.get(line, 'suspended') ?? 0);

type Named = { readonly lines?: readonly { readonly id: string; readonly quantity: number }[] | undefined };

function unitsOf({ lines = [] }: Named, { id }: Line): number {
  return lines.find((line) => line.id === id)?.quantity ?? 0;
}

export const heldApart = ({ portions = [] }: Line): number => portions.reduce((sum, { units }) => sum + units, 0);

function filled(line: Line, units: number, take: Take): Line {
  const lacks = Math.max(0, units - (line.allocated - heldApart(line)));
  return { ...line, allocated: line.allocated + take(line.sku, Math.min(lacks, waitingOf(line))) };
}

function planned(lines: readonly Line[], command: Named & { readonly fulfilment_id: string }, take: Take) {
  const held = lines.map((line) => filled(line, unitsOf(command, line), take));
  if (held.some((line) => line.allocated - heldApart(line) < unitsOf(command, line))) return undefined;
  return held.map((line) =>
    withPortion(line, command.fulfilment_id, (units) => ({ units: units + unitsOf(command, line), firm: false })),
  );
}

function packed(lines: readonly Line[], command: Extract<StockCommand, { type: 'confirm' }>, take: Take) {
  const id = command.fulfilment_id ?? '';
  const portionOf = ({ portions = [] }: Line): number => portions.find((each) => each.fulfilment_id === id)?.units ?? 0;
  const held = lines.map((line) => filled(line, unitsOf(command, line) - portionOf(line), take));
  if (held.some((line) => line.allocated - heldApart(line) + portionOf(line) < unitsOf(command, line))) return undefined;
  return held.map((line) => {
    const rest = Math.max(0, portionOf(line) - unitsOf(command, line));
    const firm = withPortion(line, id, () => ({ units: unitsOf(command, line), firm: true }));
    return command.short === 'cancel' && rest > 0 ? dropped({ ...firm, allocated: firm.allocated }, rest, take, true) : firm;
  });
}

function shipped(line: Line, id: string | undefined): Line {
  const left = (line.portions ?? []).filter(({ fulfilment_id, firm }) => firm && (id === undefined || id === fulfilment_id));
  const units = left.reduce((sum, each) => sum + each.units, 0);
  const rest = (line.portions ?? []).filter((each) => !left.includes(each));
  return withPortions({ ...line, allocated: line.allocated - units, shipped: line.shipped + units }, rest);
}

/** Waiting units first, then held ones, which are free again. */
function dropped(line: Line, units: number, take: Take, heldOnes = false): Line {
  const held = heldOnes ? units : Math.max(0, units - waitingOf(line));
  take(line.sku, -held);
  return units === 0 ? line : { ...line, allocated: line.allocated - held, cancelled: (line.cancelled ?? 0) + units };
}

/** A portion that is there keeps its place, as in inventory: the last ones lose units first. */
function withPortion(line: Line, id: string, after: (units: number) => { readonly units: number; readonly firm: boolean }): Line {
  const portions = line.portions ?? [];
  const known = portions.find(({ fulfilment_id }) => fulfilment_id === id);
  const portion = { fulfilment_id: id, ...after(known?.units ?? 0) };
  const all = known ? portions.map((each) => (each === known ? portion : each)) : [...portions, portion];
  return withPortions(
    line,
    all.filter(({ units }) => units > 0),
  );
}

export function withPortions({ portions: _before, ...line }: Line, portions: NonNullable<Line['portions']>): Line {
  return portions.length > 0 ? { ...line, portions } : line;
}
