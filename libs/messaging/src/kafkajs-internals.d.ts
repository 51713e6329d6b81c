declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface RequestQueue {
    /** Milliseconds since the epoch until which the broker asked for silence; -1 if it did not. */
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    pending: readonly unknown[];
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  const RequestQueue: { readonly prototype: RequestQueue };
  export = RequestQueue;
}
