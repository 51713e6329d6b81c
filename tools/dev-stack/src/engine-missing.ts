/** The label of each engine, and the variable that names one which runs already. */
export const ENGINES = {
  kafka: { label: 'Kafka', variable: 'KAFKA_BROKERS', example: '127.0.0.1:9092' },
  mongodb: { label: 'MongoDB', variable: 'MONGODB_URL', example: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' },
  redis: { label: 'Redis', variable: 'REDIS_URL', example: 'redis://127.0.0.1:6379' },
} as const;

export type EngineName = keyof typeof ENGINES;

/** An engine cannot be had on this machine; the message is one line that says what is missing and the three ways to give it. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
  readonly engine: EngineName;

  constructor(engine: EngineName, missing: string) {
    const { label, variable, example } = ENGINES[engine];
    const local = LOCAL_NEEDS[engine];
    super(
      `${label} cannot be started: ${missing}. Give it by URL (${variable}=${example}), by a running Docker engine, or locally (${local}).`,
    );
    this.engine = engine;
  }
}

const LOCAL_NEEDS: Readonly<Record<EngineName, string>> = {
  kafka: 'Linux or macOS with Maven, and Java 17 or newer or Python 3 with pip',
  mongodb: 'Linux on x86-64 or arm64 with Python 3 and pip',
  redis: 'redis-server on the PATH, or Linux with Python 3 and pip',
};
