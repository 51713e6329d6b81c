import type { ClientModel, Field, Operation, Param, Schema, Type } from '../model.ts';
import { filterOf, pascalCase } from '../names.ts';

type ObjectSchema = Extract<Schema, { kind: 'object' }>;

/** A named type of texts with a constant for each known value: the text of a plain variable, or a value of another type, does not compile. */
export interface ValueType {
  /** As schemas are named: `OrderStatus`. */
  readonly name: string;
  /** Without `*`, which stands for all values of a list. */
  readonly known: readonly string[];
  /** The schema or the operation that it is declared beside. */
  readonly owner: string;
}

/** The type of the types of events, whose constants stand with the events. */
export const EVENT_TYPE = 'EventType';

/** A model whose texts of known values are types with names, and these types. */
export interface GoModel extends ClientModel {
  readonly values: readonly ValueType[];
}

/**
 * The model as Go has it. A member of a record, a body or a query whose values are known has a type of its own; a body has that of the
 * record that its name begins with, a filter that of the records that it filters, where their values are the same.
 */
export function goModel(model: ClientModel): GoModel {
  const namer = new Namer(model);
  const records = model.schemas.map((schema) => (isRecord(schema) ? namer.schema(schema) : schema));
  const schemas = records.map((schema) => (isBody(schema) ? namer.schema(schema) : schema));
  const groups = model.groups.map((group) => ({ ...group, operations: group.operations.map((each) => namer.operation(each)) }));
  return { ...model, schemas, groups, values: namer.values };
}

const isRecord = (schema: Schema): schema is ObjectSchema => schema.kind === 'object' && schema.open;
const isBody = (schema: Schema): schema is ObjectSchema => schema.kind === 'object' && !schema.open;
const knownIn = (known: readonly string[]): readonly string[] => known.filter((value) => value !== '*');

class Namer {
  readonly values: ValueType[] = [];
  readonly #eventTypes: ReadonlySet<string>;
  readonly #eventSchemas: ReadonlySet<string>;
  readonly #errorCodes: ReadonlySet<string>;
  readonly #schemas: ReadonlySet<string>;

  constructor({ events, errors, schemas }: ClientModel) {
    this.#schemas = new Set(schemas.map(({ name }) => name));
    this.#eventTypes = new Set(events.types.map(({ type }) => type));
    this.#eventSchemas = new Set([...events.types.map(({ schema }) => schema), events.other]);
    this.#errorCodes = new Set(errors.map(({ code }) => code));
  }

  schema(schema: ObjectSchema): Schema {
    if (this.#eventSchemas.has(schema.name)) return { ...schema, fields: schema.fields.map(typeOfEvent) };
    const fields = schema.fields.map((field) => {
      const shared = schema.open ? null : (known: readonly string[]) => this.#ofPrefix(schema.name, field.name, known);
      const own = { name: this.#nameOf(schema.name, field.name), owner: schema.name };
      return { ...field, type: this.#named(field.type, own, shared) };
    });
    return { ...schema, fields };
  }

  operation(operation: Operation): Operation {
    return { ...operation, query: operation.query.map((param) => this.#param(operation, param)) };
  }

  #param(operation: Operation, param: Param): Param {
    const filter = filterOf(operation, param);
    if (!filter) return param;
    const record = recordOf(operation);
    const shared = (known: readonly string[]) => this.#find(this.#nameOf(record, param.name), known);
    return { ...param, type: this.#named(param.type, { name: filter.name, owner: operation.id }, shared) };
  }

  /** The type in the place of texts whose values are known; codes of errors have constants of their own. */
  #named(
    type: Type,
    own: { readonly name: string; readonly owner: string },
    shared: ((known: readonly string[]) => ValueType | null) | null,
  ): Type {
    if (type.kind === 'list') return { ...type, of: this.#named(type.of, own, shared) };
    if (type.kind !== 'string') return type;
    const known = knownIn(type.known);
    if (known.every((value) => this.#errorCodes.has(value))) return type;
    if (known.every((value) => this.#eventTypes.has(value))) return { kind: 'named', name: EVENT_TYPE, nullable: type.nullable };
    const found = shared?.(known) ?? { ...own, known };
    if (!this.values.includes(found)) this.values.push(found);
    return { kind: 'named', name: found.name, nullable: type.nullable };
  }

  /** `ScanAppliedValue` where a schema has the name `ScanApplied`. */
  #nameOf(owner: string, member: string): string {
    const name = owner + pascalCase(member);
    return this.#schemas.has(name) ? `${name}Value` : name;
  }

  #ofPrefix(schema: string, field: string, known: readonly string[]): ValueType | null {
    const owners = new Set(this.values.map(({ owner }) => owner).filter((owner) => schema.startsWith(owner)));
    return [...owners].map((owner) => this.#find(this.#nameOf(owner, field), known)).find((each) => each !== null) ?? null;
  }

  #find(name: string, known: readonly string[]): ValueType | null {
    const found = this.values.find((each) => each.name === name);
    return found && found.known.toSorted().join() === known.toSorted().join() ? found : null;
  }
}

/** An event of any type says its type by the constants of events. */
function typeOfEvent(field: Field): Field {
  return field.name === 'type' ? { ...field, type: { kind: 'named', name: EVENT_TYPE, nullable: false } } : field;
}

/** The record of a page, or of an answer. */
function recordOf({ page, answer }: Operation): string {
  const type = page ? page.item : answer.kind === 'json' ? answer.type : null;
  return type?.kind === 'named' ? type.name : '';
}
