/** The addresses of the engines that the tests of a run share. */
export interface EngineAddresses {
  /** Comma list of `host:port`. */
  readonly kafkaBrokers: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAddresses;
  }
}
