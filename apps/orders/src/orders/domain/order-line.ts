/** The content of a line: the fields that creates and edits give. Steps that wait are stored with these names. */
export interface LineContent {
  readonly sku: string;
  readonly quantity: number;
  readonly externalLineId: string | null;
}

/** A line that an order is to have. */
export interface RequestedLine extends LineContent {
  readonly id: string;
}

/** The content of a line as a body gives it: a field that is undefined is left out there. */
export type GivenContent = { readonly [Name in keyof LineContent]: LineContent[Name] | undefined } & Pick<
  LineContent,
  'quantity'
>;

/** How a field of a line's content is named and changed. */
interface FieldOfLine {
  /** Its name in bodies. */
  readonly shown: string;
  /** True where it stays as it is once the line is there. */
  readonly isFixed: boolean;
  /** True of a text that persons' data may stand in, as the record declares it: an erasure makes it null. */
  readonly isPersonal: boolean;
}

const FIELDS: Readonly<Record<keyof LineContent, FieldOfLine>> = {
  sku: { shown: 'sku', isFixed: true, isPersonal: false },
  quantity: { shown: 'quantity', isFixed: false, isPersonal: false },
  externalLineId: { shown: 'external_line_id', isFixed: true, isPersonal: false },
};

const isField = (name: string): name is keyof LineContent => name in FIELDS;

/** The names of the fields of a line's content. */
export const LINE_FIELDS: readonly (keyof LineContent)[] = Object.keys(FIELDS).filter(isField);

/** A line of which no more than SKU and units is known. */
export const lineOf = (id: string, sku: string, quantity: number): RequestedLine => ({ id, sku, quantity, externalLineId: null });

/** A line with the fields that are given in place of its own. */
export function withContent<Line extends LineContent>(line: Line, given: Partial<GivenContent>): Line {
  const fields = LINE_FIELDS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...line, ...Object.fromEntries(fields) };
}

/** A line without persons' data; the same line where it has none. */
export function withoutPersonalContent<Line extends LineContent>(line: Line): Line {
  const fields = LINE_FIELDS.filter((name) => FIELDS[name].isPersonal && line[name] !== null);
  return fields.length === 0 ? line : { ...line, ...Object.fromEntries(fields.map((name) => [name, null])) };
}

/** A line with its content alone. */
export function requestedOf(line: RequestedLine): RequestedLine {
  return withContent(lineOf(line.id, line.sku, line.quantity), line);
}

/** True of two lines with equal content. */
export function isSameContent(one: LineContent, other: LineContent): boolean {
  return LINE_FIELDS.every((name) => one[name] === other[name]);
}

/** Fields, by their names in bodies, that differ and that no edit changes. */
export function fixedFieldsThatDiffer(one: LineContent, other: LineContent): readonly string[] {
  return LINE_FIELDS.filter((name) => FIELDS[name].isFixed && one[name] !== other[name]).map((name) => FIELDS[name].shown);
}
