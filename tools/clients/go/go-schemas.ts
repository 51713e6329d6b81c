import type { ClientModel, Events, Field, Schema, Type } from '../model.ts';
import { EVENT_TYPE, type GoModel, type ValueType } from './go-values.ts';
import { aligned, bareType, canBeNil, doc, goName, headerOf, literal, typeText } from './go-text.ts';

type ObjectSchema = Extract<Schema, { kind: 'object' }>;

/**
 * Structs of all records, bodies and events that an operation takes or answers. Records keep the members that they do not know in
 * `Extra`; texts with known values have a type with a constant for each.
 */
export function goSchemas(model: GoModel): string {
  const used = usedSchemas(model);
  const texts = used.flatMap((schema) => {
    if (schema.name === model.events.union) return [];
    if (schema.kind === 'union') return [unionText(schema)];
    return [schema.open ? recordText(schema) : bodyText(schema), ...valueTexts(schema.name, model.values)];
  });
  return `${headerOf(model.packages.go.package)}
import (
	"encoding/json"
	"time"
)

${texts.filter((text) => text !== '').join('\n')}`;
}

/** The schemas that operations, events and problems lead to; pages are of one generic type. */
function usedSchemas({ schemas, groups, events }: ClientModel): readonly Schema[] {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const used = new Set<string>();
  const add = (name: string): void => {
    const schema = byName.get(name);
    if (!schema || used.has(name)) return;
    used.add(name);
    if (schema.kind === 'union') schema.of.forEach(add);
    else for (const { type } of schema.fields) addType(type);
  };
  const addType = (type: Type): void => {
    if (type.kind === 'named') add(type.name);
    if (type.kind === 'list' || type.kind === 'map') addType(type.of);
  };
  for (const { body, answer, page } of groups.flatMap(({ operations }) => operations)) {
    if (body?.kind === 'json') addType(body.type);
    if (page) addType(page.item);
    else if (answer.kind === 'json') addType(answer.type);
  }
  for (const name of [events.union, 'Problem']) add(name);
  return schemas.filter(({ name }) => used.has(name));
}

function textOf({ name, description, kind, ...schema }: Schema): string {
  if (description !== '') return `${goName(name)}: ${description}`;
  return `${goName(name)} is ${kind === 'object' && 'open' in schema && !schema.open ? 'the body, or a part of the body, of a request' : 'a record of the API'}.`;
}

/** A record that the API answers. */
function recordText(schema: ObjectSchema): string {
  const name = goName(schema.name);
  const fields = schema.fields.map((field) => fieldText(field, answeredType(field)));
  return `${doc(textOf(schema))}type ${name} struct {
${fields.join('\n')}
	// Extra has the members that this version of the library does not know.
	Extra map[string]json.RawMessage \`json:"-"\`
}

// UnmarshalJSON keeps members that this version does not know in Extra.
func (r *${name}) UnmarshalJSON(data []byte) error {
	type plain ${name}
	return decodeRecord(data, (*plain)(r), &r.Extra)
}

// MarshalJSON writes the members of Extra too.
func (r ${name}) MarshalJSON() ([]byte, error) {
	type plain ${name}
	return encodeRecord(plain(r), r.Extra)
}
`;
}

function fieldText({ name, description }: Field, [type, also]: readonly [string, string]): string {
  return `${doc(description, '\t')}\t${goName(name)} ${type} \`json:"${name}${also}"\`\n`;
}

/** A member that may be missing is a pointer, or nil. */
function answeredType({ required, type }: Field): readonly [string, string] {
  if (required) return [typeText(type), ''];
  return [canBeNil(type) || type.nullable ? typeText(type) : `*${typeText(type)}`, ',omitempty'];
}

/** A body of a request: what may be left out, or may be null, is an `Opt`; constants are written by themselves. */
function bodyText(schema: ObjectSchema): string {
  const name = goName(schema.name);
  const constants = schema.fields.flatMap(({ name: member, type }) =>
    type.kind === 'constant' ? [`, ${literal(member)}, ${JSON.stringify(type.value)}`] : [],
  );
  const fields = schema.fields.filter(({ required, type }) => type.kind !== 'constant' && (required || type.kind !== 'any'));
  const rows = fields.map((field) =>
    fieldText(field, [field.required && !field.type.nullable ? typeText(field.type) : `Opt[${bareType(field.type)}]`, '']),
  );
  return `${doc(textOf(schema))}type ${name} struct {
${rows.join('\n')}}

// MarshalJSON leaves out what was not set.
func (r ${name}) MarshalJSON() ([]byte, error) {
	return encodeBody(r${constants.join('')})
}
`;
}

/** One of several bodies. */
function unionText({ name, of, description }: Extract<Schema, { kind: 'union' }>): string {
  const own = goName(name);
  const members = of.map((each) => `func (${goName(each)}) is${own}() {}\n`);
  return `${doc(description === '' ? `${own} is one of ${of.map(goName).join(', ')}.` : `${own}: ${description}`)}type ${own} interface{ is${own}() }

${members.join('\n')}`;
}

/** The types of values that stand beside a schema or an operation, each with its constants. */
export const valueTexts = (owner: string, values: readonly ValueType[]): readonly string[] =>
  values.filter((each) => each.owner === owner).map(valueText);

function valueText({ name, known }: ValueType): string {
  const type = goName(name);
  const rows = known.map((value) => [constantOf(name, value), `${type} = ${literal(value)}`] as const);
  return `// ${type} is one of the constants below; later versions may add some.
type ${type} string

// Values of ${type}.
const (
${aligned(rows)})
`;
}

/** The constant of a value: `OrderStatusPacked`, and `ListLocationsSortCreatedAtDescending` of `-created_at`. */
export const constantOf = (type: string, value: string): string =>
  type === EVENT_TYPE ? eventName(value) : `${goName(type)}${goName(value)}${value.startsWith('-') ? 'Descending' : ''}`;

/** The event, its types, and the handlers of a receiver. */
export function goEvents({ events, packages }: ClientModel): string {
  const { union, types, other } = events;
  const constants = types.map(({ type }) => [eventName(type), `${EVENT_TYPE} = ${literal(type)}`] as const);
  const cases = types.map(({ type, schema }) => `\tcase ${eventName(type)}:\n\t\tvalue = new(${goName(schema)})\n`);
  return `${headerOf(packages.go.package)}
import (
	"context"
	"encoding/json"
)

// ${EVENT_TYPE} is the type of an event: one of the constants below; later versions may add some.
type ${EVENT_TYPE} string

// Types of events.
const (
${aligned(constants)})

// ${union} is an event of the feed or of a delivery, of any type: look at Type, or switch over As().
type ${union} struct {
	// ${other} has the members that all events have; Extra has the others.
	${other}
	raw json.RawMessage
}

// UnmarshalJSON keeps the event as it came.
func (e *${union}) UnmarshalJSON(data []byte) error {
	e.raw = append(json.RawMessage(nil), data...)
	return e.${other}.UnmarshalJSON(data)
}

// MarshalJSON writes the event as it came.
func (e ${union}) MarshalJSON() ([]byte, error) {
	if e.raw == nil {
		return e.${other}.MarshalJSON()
	}
	return e.raw, nil
}

// As returns the event as the struct of its type, such as *${types[0] ? goName(types[0].schema) : other}; types of later versions come as *${other}.
func (e ${union}) As() any {
	var value any
	switch e.Type {
${cases.join('')}	default:
		return &e.${other}
	}
	if json.Unmarshal(e.raw, value) != nil {
		return &e.${other}
	}
	return value
}
${types.map((each) => handlerText(each)).join('')}`;
}

const eventName = (type: string): string => `Event${goName(type)}`;

function handlerText({ type, schema }: Events['types'][number]): string {
  const name = goName(schema);
  return `
// On${goName(type)} adds a handler of ${type}.
func (r *WebhookReceiver) On${goName(type)}(handle func(ctx context.Context, event *${name}, delivery *WebhookDelivery) error) {
	onTyped(r, ${eventName(type)}, handle)
}
`;
}
