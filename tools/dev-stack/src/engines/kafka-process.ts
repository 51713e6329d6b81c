import { findJava } from '../fetch/java.ts';
import { fetchKafkaJars, KAFKA_VERSION } from '../fetch/kafka-jars.ts';
import { EngineMissing } from '../engine-missing.ts';
import { warmUpKafka } from './kafka-warm-up.ts';
import { launchKafka } from './launch-kafka.ts';
import type { LocalEngine, LocalSite } from './local-engine.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';

/** Starts Kafka as one KRaft node. */
export async function startKafka({ cache, env, folder, signal }: LocalSite): Promise<LocalEngine> {
  if (process.platform === 'win32') throw new EngineMissing('kafka', 'local engines do not run on Windows');
  const java = await findJava(cache, env);
  const jars = await fetchKafkaJars(cache, java, env);
  const { template, archive } = await warmUpKafka(cache, { java, jars, env, signal });
  const launch = { java, jars, env, folder, template, archive };
  const launched = await startOnFreePorts({ folder, signal }, (ports) => launchKafka(launch, ports));
  const { port } = launched.ports;
  return { description: `Kafka ${KAFKA_VERSION}`, url: `127.0.0.1:${port}`, port, process: launched.process };
}
