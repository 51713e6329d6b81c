declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface SentRequest {
    /** Milliseconds since the epoch. */
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }
  interface RequestQueue {
    /** Milliseconds since the epoch until which the broker asked for silence; -1 if it did not. */
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    pending: readonly unknown[];
    inflight: ReadonlyMap<number, SentRequest>;
    isConnected(): boolean;
    /** Clears its timers. */
    destroy(): void;
    scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
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

declare module 'kafkajs/src/broker/index.js' {
  interface Broker {
    /** @throws an error of the protocol, such as UNKNOWN_MEMBER_ID. */
    leaveGroup: (this: object, member: { readonly groupId: string; readonly memberId: string }) => Promise<unknown>;
  }
  const Broker: { readonly prototype: Broker };
  export = Broker;
}

declare module 'kafkajs/src/cluster/index.js' {
  interface OffsetsAsked {
    readonly topic: string;
    readonly partitions: readonly { readonly partition: number }[];
  }
  interface OffsetsAnswered {
    readonly topic: string;
    readonly partitions: readonly { readonly partition: number; readonly offset: string }[];
  }
  interface Cluster {
    /** @returns the partitions by the id of their leader; -1 for those without one. */
    findLeaderForPartitions(topic: string, partitions: readonly number[]): Readonly<Record<string, readonly number[]>>;
    refreshMetadata(): Promise<void>;
    fetchTopicsOffset: (this: Cluster, topics: readonly OffsetsAsked[]) => Promise<OffsetsAnswered[]>;
  }
  const Cluster: { readonly prototype: Cluster };
  export = Cluster;
}

declare module 'kafkajs/src/consumer/consumerGroup.js' {
  import type { Socket } from 'node:net';

  interface Connection {
    readonly socket: Socket | undefined;
    readonly requestQueue: { readonly inflight: ReadonlyMap<number, unknown> };
    isConnected(): boolean;
    rejectRequests(error: Error): void;
    disconnect(): Promise<boolean>;
  }
  interface TopicPartitions {
    readonly topic: string;
    readonly partitions: readonly number[];
  }
  interface ConsumerGroup {
    readonly cluster: {
      readonly brokerPool: {
        readonly brokers: Readonly<
          Record<number, { readonly connectionPool: { readonly pool: readonly Connection[] } } | undefined>
        >;
      };
    };
    readonly groupId: string;
    /** Null before the first join, and where the broker does not know it any more. */
    memberId: string | null;
    /** Undefined before the first join. */
    readonly coordinator?: {
      leaveGroup(member: { readonly groupId: string; readonly memberId: string }): Promise<unknown>;
    } | null;
    readonly instrumentationEmitter: { emit(event: string, payload: object): void };
    /** Milliseconds for which the broker may hold a fetch; read at each. */
    maxWaitTime: number;
    /** Milliseconds since the epoch at which the last heartbeat was answered. */
    readonly lastRequest: number;
    /** Of the last assignment. */
    readonly offsetManager: { committedOffsets(): Record<string, Record<number, string>> };
    assigned(): readonly TopicPartitions[];
    paused(): readonly TopicPartitions[];
    pause(partitions: readonly TopicPartitions[]): void;
    getNodeIds(): readonly number[];
    filterPartitionsByNode(nodeId: number, of: readonly TopicPartitions[]): readonly TopicPartitions[];
    /** Asks the broker only where the last one is `interval` milliseconds ago. */
    heartbeat: (this: ConsumerGroup, options: { readonly interval: number }) => Promise<void>;
    fetch: (this: ConsumerGroup, nodeId: number) => Promise<readonly object[]>;
    joinAndSync: (this: ConsumerGroup) => Promise<void>;
    leave: (this: ConsumerGroup) => Promise<void>;
  }
  const ConsumerGroup: { readonly prototype: ConsumerGroup };
  export = ConsumerGroup;
}

declare module 'kafkajs/src/consumer/runner.js' {
  import type ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';

  interface Runner {
    readonly consumerGroup: typeof ConsumerGroup.prototype;
    /** False from the begin of a stop on. */
    readonly running: boolean;
    readonly fetchManager: { stop(): Promise<void> };
    start: (this: Runner) => Promise<void>;
    stop: (this: Runner) => Promise<void>;
    fetch: (this: Runner, nodeId: number) => Promise<readonly object[]>;
    handleBatch: (this: Runner, batch: object) => Promise<void>;
  }
  const Runner: { new (options: object): Runner; readonly prototype: Runner };
  export = Runner;
}
