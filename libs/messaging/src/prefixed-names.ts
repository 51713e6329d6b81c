/** Puts a prefix before the names of topics and groups, so that several systems can share brokers. */
export interface PrefixedNames {
  readonly onBroker: (name: string) => string;
  readonly logical: (nameOnBroker: string) => string;
}

export function makePrefixedNames(prefix: string): PrefixedNames {
  return {
    onBroker: (name) => prefix + name,
    logical: (nameOnBroker) => nameOnBroker.slice(prefix.length),
  };
}
