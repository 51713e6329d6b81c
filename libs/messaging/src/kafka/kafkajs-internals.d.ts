declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface RequestQueue {
    /** Milliseconds since the epoch until which the broker asked for silence; -1 if it did not. */
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    pending: readonly unknown[];
    checkPendingRequests(): void;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
  }
  const RequestQueue: { readonly prototype: RequestQueue };
  export = RequestQueue;
}

declare module 'kafkajs/src/network/connection.js' {
  interface Connection {
    connect: (this: Connection) => Promise<boolean>;
  }
  const Connection: { readonly prototype: Connection };
  export = Connection;
}

declare module 'kafkajs/src/consumer/subscriptionState.js' {
  interface SubscriptionState {
    assign(assignment: { topic: string; partitions: number[] }[]): void;
    assigned: (this: SubscriptionState) => { topic: string; partitions: number[] }[];
  }
  const SubscriptionState: { readonly prototype: SubscriptionState; new (): SubscriptionState };
  export = SubscriptionState;
}
