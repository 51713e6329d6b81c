/** An operation of the API as a command: what its generated row says. */
export interface OperationCommand {
  /** Id in the OpenAPI documents. */
  readonly id: string;
  /** The group and the method of the client: `client.orders.create`. */
  readonly call: readonly [group: string, method: string];
  /** Words of the command: `orders create`. */
  readonly words: readonly [group: string, name: string];
  readonly summary: string;
  readonly description: string;
  /** Arguments: path parameters in their order. */
  readonly path: ReadonlyArray<{ readonly name: string; readonly meaning: string }>;
  readonly query: readonly Flag[];
  /** The method takes an object of query parameters. */
  readonly takesQuery: boolean;
  /** Fields of the body that an option holds; `--data` and `--file` take the whole. */
  readonly body: { readonly kind: 'json' | 'stream'; readonly required: boolean; readonly fields: readonly Flag[] } | null;
  readonly answer: 'page' | 'record' | 'file' | 'none';
  /** Fields that a table shows. */
  readonly columns: readonly string[];
  /** Answers 202 while its work is under way. */
  readonly pending?: boolean;
  readonly idempotent?: boolean;
  readonly ifMatch?: boolean;
  /** Words behind the name of the program. */
  readonly examples: readonly string[];
}

/** A query parameter, or a field of a body, as an option. */
export interface Flag {
  /** As in the documents: `on_hand`. */
  readonly name: string;
  /** Without dashes: `on-hand`. */
  readonly flag: string;
  readonly kind: 'text' | 'time' | 'number' | 'boolean' | 'texts' | 'pairs' | 'json';
  readonly meaning: string;
  readonly required: boolean;
  /** Values that this version knows, for completion; the API may take others. */
  readonly values: readonly string[];
}
