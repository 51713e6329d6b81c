import type { StockCommand, StockOutcome } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';

type Line = StockOutcome['lines'][number];
type Portion = NonNullable<Line['portions']>[number];
type Source = NonNullable<Line['sources']>[number];
type Refused = Pick<StockOutcome['last_answer'], 'code' | 'detail' | 'errors'>;
type Answered = Pick<StockOutcome, 'state' | 'lines' | 'no_eligible_warehouse'> & { readonly refused?: Refused };
type CommandOf<Type extends StockCommand['type']> = Extract<StockCommand, { type: Type }>;

/** Units of each SKU in each warehouse, by the warehouse's code. */
export type StockByWarehouse = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * The part of the inventory of tests that holds orders by warehouse: those that say where they ship from, or how they may be split. Units
 * are held in the warehouses in their order, of a line that may not be split in the first that has all of it.
 */
export class FakeWarehouses {
  readonly #ids = new Map<string, string>();
  readonly #free = new Map<string, number>();
  readonly #placed = new Set<string>();

  constructor(stock: StockByWarehouse) {
    for (const [code, skus] of Object.entries(stock)) {
      this.#ids.set(code, newId('loc'));
      for (const [sku, units] of Object.entries(skus)) this.#free.set(`${code} ${sku}`, units);
    }
  }

  /** The id of a warehouse. */
  idOf(code: string): string {
    return this.#ids.get(code) ?? '';
  }

  /** The units of a SKU that are free in a warehouse. */
  freeIn(code: string, sku: string): number {
    return this.#free.get(`${code} ${sku}`) ?? 0;
  }

  /** True of an order that is held by warehouse. */
  holds(orderId: string): boolean {
    return this.#placed.has(orderId);
  }

  /** The allocation of an order after a command; undefined of an order that is not held by warehouse. */
  decide(command: StockCommand, lines: readonly Line[]): Answered | undefined {
    if (command.type === 'allocate') return command.sourcing && this.#allocate(command, command.sourcing);
    if (!this.#placed.has(command.order_id))
      return command.type === 'reassign' ? { state: 'open', lines: [...lines], refused: short().refused } : undefined;
    const after = this.#after(command, lines);
    if (after instanceof Refusal) return { state: 'open', lines: [...lines], refused: after.refused };
    return { state: stateOf(command, after), lines: after };
  }

  #after(command: StockCommand, lines: readonly Line[]): Line[] | Refusal {
    switch (command.type) {
      case 'assign':
        return this.#assign(command, lines, false);
      case 'confirm':
        if (command.fulfilment_id === undefined) return [...lines];
        if (isPlanned(lines, command.fulfilment_id)) return lines.map((line) => this.#packed(command, line));
        return this.#assign({ ...command, fulfilment_id: command.fulfilment_id, lines: command.lines ?? [] }, lines, true);
      case 'unconfirm':
        return lines.map((line) => firm(line, command.fulfilment_id, false));
      case 'unassign':
        return lines.map((line) =>
          withPortions(
            line,
            portionsOf(line).filter((each) => each.fulfilment_id !== command.fulfilment_id),
          ),
        );
      case 'ship':
        return lines.map((line) => shipped(line, command.fulfilment_id));
      case 'release':
        return lines.map((line) => this.#released(line));
      case 'reassign':
        return this.#reassign(command, lines);
      default:
        throw new Error(`The warehouses of tests do not know ${command.type}`);
    }
  }

  #allocate(
    { order_id, lines, ship_to_country }: CommandOf<'allocate'>,
    sourcing: NonNullable<CommandOf<'allocate'>['sourcing']>,
  ): Answered {
    const named = sourcing.ship_from ?? [...this.#ids.keys()];
    const unknown = named.flatMap((name, place) => (this.#codeOf(name) ? [] : [`/ship_from/${place}`]));
    const asked = lines.map(({ id, sku, quantity }): Line => ({
      id,
      sku,
      quantity,
      name: `Name of ${sku}`,
      allocated: 0,
      shipped: 0,
    }));
    if (unknown.length > 0) return { state: 'rejected', lines: asked, refused: unknownAt(unknown).refused };
    this.#placed.add(order_id);
    // Warehouses whose code ends with a country ship nowhere else.
    const from = named
      .flatMap((name) => this.#codeOf(name) ?? [])
      .filter((code) => !/-[A-Z]{2}$/.test(code) || code.endsWith(`-${ship_to_country}`));
    const placed = asked.map((line) => this.#held(line, from, sourcing.split ?? 'within_line'));
    return { state: 'open', lines: placed, ...(from.length === 0 && { no_eligible_warehouse: true }) };
  }

  #held(line: Line, from: readonly string[], split: string): Line {
    const whole = from.find((code) => this.freeIn(code, line.sku) >= line.quantity);
    const usable = split === 'within_line' && whole === undefined ? from : from.filter((code) => code === (whole ?? from[0]));
    return usable.reduce(
      (each, code) => this.#moved(each, code, Math.min(this.freeIn(code, line.sku), line.quantity - each.allocated)),
      line,
    );
  }

  #assign(
    { fulfilment_id, lines: named, warehouse }: Pick<CommandOf<'assign'>, 'fulfilment_id' | 'lines' | 'warehouse'>,
    lines: readonly Line[],
    isFirm: boolean,
  ): Line[] | Refusal {
    const unitsOf = ({ id }: Line): number => named.find((each) => each.id === id)?.quantity ?? 0;
    const holdsAll = (code: string): boolean => lines.every((line) => looseIn(line, code) >= unitsOf(line));
    if (warehouse !== undefined && !this.#codeOf(warehouse)) return unknownAt(['/warehouse']);
    const code = warehouse === undefined ? [...this.#ids.keys()].find(holdsAll) : this.#codeOf(warehouse);
    if (code === undefined || !holdsAll(code)) return short();
    return lines.map((line) => {
      const units = unitsOf(line);
      if (units === 0) return line;
      const sources = [this.#source(code, units)];
      return withPortions(line, [...portionsOf(line), { fulfilment_id, units, firm: isFirm, sources }]);
    });
  }

  /** Units that are left out go where they are free, if they are to be held elsewhere. */
  #packed({ fulfilment_id: id, lines: named = [], reallocate }: CommandOf<'confirm'>, line: Line): Line {
    const planned = portionsOf(line).find((each) => each.fulfilment_id === id);
    const [source] = planned?.sources ?? [];
    if (!planned || !source) return line;
    const units = named.find((each) => each.id === line.id)?.quantity ?? 0;
    const packed = { ...planned, units, firm: true, sources: [{ ...source, units }] };
    const others = portionsOf(line).filter((each) => each !== planned);
    const after = withPortions(line, units === 0 ? others : [...others, packed]);
    if (reallocate !== true) return after;
    let rest = planned.units - units;
    return [...this.#ids.keys()].reduce((each, code) => {
      const moved = code === source.warehouse ? 0 : Math.min(rest, this.freeIn(code, line.sku));
      rest -= moved;
      return moved === 0 ? each : this.#moved(this.#moved(each, source.warehouse, -moved), code, moved);
    }, after);
  }

  #reassign({ lines: moves }: CommandOf<'reassign'>, lines: readonly Line[]): Line[] | Refusal {
    const unknown = moves.flatMap(({ to, from }, place) => [
      ...(this.#codeOf(to) ? [] : [`/lines/${place}/to`]),
      ...(from === undefined || this.#codeOf(from) ? [] : [`/lines/${place}/from`]),
    ]);
    if (unknown.length > 0) return unknownAt(unknown);
    const free = new Map(this.#free);
    let after = [...lines];
    for (const { id, quantity, from, to } of moves) {
      const line = after.find((each) => each.id === id);
      const target = this.#codeOf(to);
      const moved = line && target && this.#between(line, target, quantity, from === undefined ? undefined : this.#codeOf(from));
      if (!moved) {
        for (const [key, units] of free) this.#free.set(key, units);
        return short();
      }
      after = after.map((each) => (each.id === id ? moved : each));
    }
    return after;
  }

  #between(line: Line, to: string, quantity: number, from: string | undefined): Line | undefined {
    const others = sourcesOf(line).filter(
      (source) => source.warehouse !== to && (from === undefined || source.warehouse === from),
    );
    const most = others.toSorted((one, other) => other.units - one.units)[0]?.warehouse;
    if (most === undefined || looseIn(line, most) < quantity || this.freeIn(to, line.sku) < quantity) return undefined;
    return this.#moved(this.#moved(line, most, -quantity), to, quantity);
  }

  /** The line with units more, or fewer, that are held in a warehouse. */
  #moved(line: Line, code: string, units: number): Line {
    this.#free.set(`${code} ${line.sku}`, this.freeIn(code, line.sku) - units);
    return held(line, this.#source(code, units));
  }

  #released({ portions: _over, ...line }: Line): Line {
    return sourcesOf(line).reduce((each: Line, { warehouse, units }) => this.#moved(each, warehouse, -units), line);
  }

  #source(code: string, units: number): Source {
    return { warehouse_id: this.idOf(code), warehouse: code, units };
  }

  #codeOf(name: string): string | undefined {
    return this.#ids.entries().find(([code, id]) => code === name || id === name)?.[0];
  }
}

const sourcesOf = ({ sources = [] }: Line): readonly Source[] => sources;
const portionsOf = ({ portions = [] }: Line): readonly Portion[] => portions;

function isPlanned(lines: readonly Line[], id: string): boolean {
  return lines.some((line) => portionsOf(line).some((each) => each.fulfilment_id === id));
}

/** Units of a line that are held in a warehouse and in no portion. */
function looseIn(line: Line, code: string): number {
  const all = sourcesOf(line).find(({ warehouse }) => warehouse === code)?.units ?? 0;
  const planned = portionsOf(line)
    .flatMap(({ sources = [] }) => sources)
    .filter(({ warehouse }) => warehouse === code);
  return planned.reduce((rest, { units }) => rest - units, all);
}

function held({ sources: before = [], ...line }: Line, { units, ...place }: Source): Line {
  const known = before.find(({ warehouse }) => warehouse === place.warehouse)?.units ?? 0;
  const sources = [...before.filter(({ warehouse }) => warehouse !== place.warehouse), { ...place, units: known + units }]
    .filter((source) => source.units > 0)
    .toSorted((one, other) => (one.warehouse < other.warehouse ? -1 : 1));
  return { ...line, allocated: line.allocated + units, ...(sources.length > 0 && { sources }) };
}

function withPortions({ portions: _before, ...line }: Line, portions: readonly Portion[]): Line {
  return portions.length > 0 ? { ...line, portions: [...portions] } : line;
}

function firm(line: Line, id: string | undefined, isFirm: boolean): Line {
  return withPortions(
    line,
    portionsOf(line).map((each) => (each.fulfilment_id === id ? { ...each, firm: isFirm } : each)),
  );
}

function shipped(line: Line, id: string | undefined): Line {
  const gone = portionsOf(line).filter((each) => each.firm && (id === undefined || each.fulfilment_id === id));
  const rest = withPortions(
    line,
    portionsOf(line).filter((each) => !gone.includes(each)),
  );
  const left = gone
    .flatMap(({ sources = [] }) => sources)
    .reduce((each, source) => held(each, { ...source, units: -source.units }), rest);
  return { ...left, shipped: line.shipped + line.allocated - left.allocated };
}

function stateOf({ type, ...command }: StockCommand, lines: readonly Line[]): string {
  if (type === 'confirm' && !('fulfilment_id' in command && command.fulfilment_id)) return 'confirmed';
  if (lines.some(({ quantity, shipped: left, cancelled = 0 }) => left + cancelled < quantity))
    return type === 'release' ? 'released' : 'open';
  return 'shipped';
}

class Refusal {
  readonly refused: Refused;

  constructor(refused: Refused) {
    this.refused = refused;
  }
}

const short = (): Refusal => new Refusal({ code: 'insufficient_stock', detail: 'The units do not lie there.', errors: [] });

function unknownAt(pointers: readonly string[]): Refusal {
  const message = 'There is no such warehouse.';
  const errors = pointers.map((pointer) => ({ pointer, code: 'unknown_location', message }));
  return new Refusal({ code: 'unknown_location', detail: message, errors });
}
