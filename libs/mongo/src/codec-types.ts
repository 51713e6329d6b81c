// The types of what codec.ts declares: the document of a declaration, and the declarations that are right for a value.

/** Code that gives the stored form of a value, or the value of a stored form; `by` is a variable. */
export type Code = (expression: string, by: string) => string;

/** A field that holds a path of the value. `How` is for types alone. */
export interface Held<Path extends string, How> {
  readonly path: Path;
  readonly write: Code;
  readonly read: Code;
  readonly by?: unknown;
  readonly how?: How;
}
export interface Derived<Value, Document> {
  readonly source: 'derived';
  readonly by: (value: Value) => Document;
}
export interface Given<Document> {
  readonly source: 'given';
  readonly document?: Document;
}
export interface Unwritten<Document> {
  readonly source: 'unwritten';
  readonly document?: Document;
}
export type Field = string | Held<string, unknown> | Derived<never, unknown> | Given<unknown> | Unwritten<unknown>;

/** The ways in which a field holds a path. */
export interface Nesting<Value, Document> {
  readonly nested: { readonly value: Value; readonly document: Document };
}
export interface Absence<Without> {
  readonly without: Without;
}
export interface Default<Before> {
  readonly before: Before;
}
export interface Conversion<Value, Document> {
  readonly value: Value;
  readonly document: Document;
}

/** The name of a field of a value, or `group.field` where the value has a group that its document has no object for. */
type PathOf<Value> = {
  [Name in keyof Value & string]-?: Value[Name] extends Atom ? Name : Name | `${Name}.${keyof Value[Name] & string}`;
}[keyof Value & string];
type Atom = string | number | boolean | Date | readonly unknown[] | null | undefined;

type At<Value, Path> = Path extends keyof Value
  ? Value[Path]
  : Path extends `${infer Group extends keyof Value & string}.${infer Inner}`
    ? At<Value[Group], Inner>
    : never;

type StoredAs<Value, Each> = Each extends string
  ? At<Value, Each>
  : Each extends Held<infer Path, infer How>
    ? HeldAs<At<Value, Path>, How>
    : Each extends Derived<never, infer Document>
      ? Document
      : Each extends Given<infer Document>
        ? Document
        : Each extends Unwritten<infer Document>
          ? Document | undefined
          : never;

type HeldAs<Type, How> =
  How extends Nesting<unknown, infer Document>
    ? NestedIn<Type, Document>
    : How extends Absence<infer Without>
      ? Exclude<Type, Without> | undefined
      : How extends Conversion<unknown, infer Document>
        ? Document
        : Type;

type NestedIn<Type, Document> = Type extends null ? null : Type extends readonly unknown[] ? readonly Document[] : Document;

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** Fields that may be undefined may be absent. */
export type Stored<Value, Fields> = Flat<
  {
    readonly [Name in keyof Fields as undefined extends StoredAs<Value, Fields[Name]> ? never : Name]: StoredAs<
      Value,
      Fields[Name]
    >;
  } & {
    readonly [Name in keyof Fields as undefined extends StoredAs<Value, Fields[Name]> ? Name : never]?: StoredAs<
      Value,
      Fields[Name]
    >;
  }
>;

export type GivenTo<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly source: 'given' } ? Name : never]: StoredAs<
    never,
    Fields[Name]
  >;
};

/** The declaration as it has to be: each path one of the value, with its type, and all of the value. */
export type Checked<Value, Fields> = { readonly [Name in keyof Fields]: Fitting<Value, Fields[Name]> } & {
  readonly [Path in Missing<Value, PathIn<Fields[keyof Fields]>>]: 'no field of the document holds this of the value';
};

type PathIn<Each> = Each extends string ? Each : Each extends Held<infer Path, unknown> ? Path : never;

type Missing<Value, Paths> = {
  [Name in keyof Value & string]-?: Name extends Paths
    ? never
    : [Extract<Paths, `${Name}.${string}`>] extends [never]
      ? Name
      : Exclude<`${Name}.${keyof Value[Name] & string}`, Paths>;
}[keyof Value & string];

type Fitting<Value, Each> = Each extends string
  ? PathOf<Value>
  : Each extends Held<infer Path, infer How>
    ? [Path, At<Value, Path>] extends [PathOf<Value>, Holding<How, At<Value, Path>>]
      ? Each
      : never
    : Each extends Derived<infer From, unknown>
      ? [Value] extends [From]
        ? Each
        : never
      : Each;

/** The type that a field of the value has to have, where it is held so. */
type Holding<How, Type> =
  How extends Nesting<infer Value, unknown>
    ? Value | readonly Value[] | null
    : How extends Default<infer Also> | Absence<infer Also>
      ? [Also] extends [Type]
        ? Type
        : never
      : How extends Conversion<infer Value, unknown>
        ? [Value] extends [Type]
          ? Value
          : never
        : Type;
