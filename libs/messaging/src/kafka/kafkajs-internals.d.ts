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

declare module 'kafkajs/src/protocol/error.js' {
  export function createErrorFromCode(code: number): Error;
}

declare module 'kafkajs/src/protocol/requests/metadata/index.js' {
  interface Partition {
    readonly partitionErrorCode: number;
    readonly leader: number;
  }
  interface Metadata {
    readonly topicMetadata: readonly { readonly partitionMetadata: readonly Partition[] }[];
  }
  const requests: {
    readonly versions: readonly string[];
    protocol(of: { version: string }): (request: { topics: readonly string[] }) => {
      response: { parse: (answer: Metadata) => Promise<Metadata> };
    };
  };
  export = requests;
}

declare module 'kafkajs/src/protocol/requests/produce/index.js' {
  interface ProduceAnswer {
    readonly topics: readonly { readonly topicName: string; readonly partitions: readonly { readonly errorCode: number }[] }[];
  }
  const requests: {
    readonly versions: readonly string[];
    protocol(of: { version: string }): (request: { topicData: readonly unknown[] }) => {
      response: { decode: (answer: Buffer) => Promise<ProduceAnswer>; parse: (answer: unknown) => Promise<unknown> };
    };
  };
  export = requests;
}

declare module 'kafkajs/src/consumer/subscriptionState.js' {
  interface SubscriptionState {
    assign(assignment: { topic: string; partitions: number[] }[]): void;
    assigned: (this: SubscriptionState) => { topic: string; partitions: number[] }[];
  }
  const SubscriptionState: { readonly prototype: SubscriptionState; new (): SubscriptionState };
  export = SubscriptionState;
}
