import { delay, type Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import type { KubernetesApi } from './kubernetes-api.ts';

const pod = z.looseObject({
  apiVersion: z.string().default('v1'),
  kind: z.string().default('Pod'),
  metadata: z.looseObject({ name: z.string(), namespace: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.looseObject({ containers: z.array(z.looseObject({ name: z.string(), image: z.string() })) }),
  status: z.looseObject({ phase: z.string().optional() }),
});
type Pod = z.output<typeof pod>;

const service = z.looseObject({
  apiVersion: z.string().default('v1'),
  kind: z.string().default('Service'),
  metadata: z.looseObject({ name: z.string(), namespace: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.looseObject({ type: z.string() }),
  status: z.looseObject({ loadBalancer: z.looseObject({ ingress: z.unknown().optional() }).optional() }),
});

/** Pods and balancers whose life is told to the API: no kubelet and no cloud runs them. */
export interface PlayedPods extends Stoppable {
  /** True: pods of Jobs fail from now on. */
  failJobs(fail: boolean): void;
  /** The images of the pods that Jobs started, in turn. */
  readonly jobImages: readonly string[];
}

/** Tells the API of every pod of a namespace that it is ready, or has ended where a Job made it, and gives balancers an address. */
export function playPods(api: KubernetesApi, namespace: string): PlayedPods {
  const over = new AbortController();
  const jobImages: string[] = [];
  let failing = false;
  const play = async (each: Pod): Promise<void> => {
    const isJob = each.metadata.labels['batch.kubernetes.io/job-name'] !== undefined;
    if (isJob) jobImages.push(each.spec.containers[0]?.image ?? '');
    await api.setStatus(each, isJob ? ended(each, failing ? 1 : 0) : ready(each));
  };
  const playing = (async () => {
    while (!over.signal.aborted) {
      const pods = await api.list({ apiVersion: 'v1', kind: 'Pod' }, namespace, pod);
      for (const each of pods.filter(({ status }) => (status.phase ?? 'Pending') === 'Pending')) await play(each);
      const services = await api.list({ apiVersion: 'v1', kind: 'Service' }, namespace, service);
      const waiting = services.filter(({ spec, status }) => spec.type === 'LoadBalancer' && !status.loadBalancer?.ingress);
      for (const each of waiting) await api.setStatus(each, { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } });
      await delay(200);
    }
  })();
  return {
    jobImages,
    failJobs: (fail) => (failing = fail),
    stop: async () => {
      over.abort();
      await playing;
    },
  };
}

const condition = (type: string) => ({ type, status: 'True', lastTransitionTime: new Date().toISOString() });

function ready({ spec }: Pod): unknown {
  const containerStatuses = spec.containers.map(({ name, image }) => ({
    name,
    image,
    imageID: image,
    ready: true,
    started: true,
    restartCount: 0,
    state: { running: { startedAt: new Date().toISOString() } },
  }));
  return { phase: 'Running', conditions: ['Initialized', 'ContainersReady', 'Ready'].map(condition), containerStatuses };
}

function ended({ spec }: Pod, exitCode: number): unknown {
  const at = new Date().toISOString();
  const containerStatuses = spec.containers.map(({ name, image }) => ({
    name,
    image,
    imageID: image,
    ready: false,
    started: false,
    restartCount: 0,
    state: { terminated: { exitCode, startedAt: at, finishedAt: at, reason: exitCode === 0 ? 'Completed' : 'Error' } },
  }));
  return { phase: exitCode === 0 ? 'Succeeded' : 'Failed', containerStatuses };
}
