/** Prefixes the names of topics and groups, so that several systems can share brokers. */
export class PrefixedNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  onBroker = (name: string): string => this.#prefix + name;
  logical = (nameOnBroker: string): string => nameOnBroker.slice(this.#prefix.length);
}
