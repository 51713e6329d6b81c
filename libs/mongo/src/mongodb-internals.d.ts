import type { MongoError } from 'mongodb';

/** Parts of the driver (7.9) that it does not declare. */
declare module 'mongodb' {
  interface ServerMonitor {
    /** The server is unknown from now on, its pool is cleared as the labels of the error say, and the monitor connects again. */
    emit(event: 'resetServer', error: MongoError): boolean;
  }
  interface MongoClient {
    readonly topology?: {
      readonly s: {
        /** By `host:port`. */
        readonly servers: ReadonlyMap<string, { readonly monitor: ServerMonitor | null; requestCheck(): void }>;
      };
    };
  }
}
