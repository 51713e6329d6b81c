import { Agent, request } from 'node:https';
import { delay } from '@fulfilment/kernel';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const kubernetesObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    uid: z.string().optional(),
    annotations: z.record(z.string(), z.string()).optional(),
    labels: z.record(z.string(), z.string()).default({}),
  }),
});

/** An object of any kind. */
export type KubernetesObject = z.output<typeof kubernetesObject>;

const list = z.looseObject({ items: z.array(z.looseObject({})) });
const resources = z.looseObject({
  resources: z.array(z.looseObject({ name: z.string(), kind: z.string(), namespaced: z.boolean() })),
});
const failure = z.looseObject({ message: z.string() });

/** Objects of a stream of YAML documents. */
export function objectsOf(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((each) => each !== null)
    .map((each) => kubernetesObject.parse(each));
}

/** Where the API is, and the authority and the token by which it is reached. */
interface Access {
  readonly url: string;
  readonly ca: Buffer;
  readonly token: string;
}

type Type = Pick<KubernetesObject, 'apiVersion' | 'kind'>;

/** A client of an API server. */
export class KubernetesApi {
  readonly #access: Access;
  readonly #agent: Agent;
  readonly #resources = new Map<string, z.output<typeof resources>['resources']>();

  constructor(access: Access) {
    this.#access = access;
    this.#agent = new Agent({ ca: access.ca, keepAlive: true });
  }

  async isReady(): Promise<boolean> {
    return await this.#send('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Applies objects as their one writer, refusing fields that their schemas do not have. @returns the message of a refusal. */
  async apply(object: KubernetesObject, { dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<string | undefined> {
    const path = await this.#pathOf(object, object.metadata.namespace);
    const query = `fieldManager=drill&force=true&fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
    const type = 'application/apply-patch+yaml';
    const { status, body } = await this.#send('PATCH', `${path}/${object.metadata.name}?${query}`, { type, value: object });
    return status < 300 ? undefined : failure.parse(body).message;
  }

  /** Applies definitions of custom resources, and waits until the API serves them. */
  async define(text: string): Promise<void> {
    for (const object of objectsOf(text)) {
      const refused = await this.apply(object);
      if (refused !== undefined) throw new Error(refused);
      const path = `${await this.#pathOf(object)}/${object.metadata.name}`;
      for (let tries = 0; tries < 120; tries += 1) {
        const { body } = await this.#send('GET', path);
        if (/"type":"Established"/.test(JSON.stringify(body)) && /"status":"True"/.test(JSON.stringify(body))) break;
        await delay(250);
      }
    }
    this.#resources.clear();
  }

  /** All objects of a type in a namespace. */
  async list<Schema extends z.ZodType>(type: Type, namespace: string, schema: Schema): Promise<readonly z.output<Schema>[]> {
    const { body } = await this.#send('GET', await this.#pathOf(type, namespace));
    return list.parse(body).items.map((each) => schema.parse(each));
  }

  /** Sets the status of an object, as a kubelet does of a pod. */
  async setStatus(object: KubernetesObject, status: unknown): Promise<void> {
    const path = `${await this.#pathOf(object, object.metadata.namespace)}/${object.metadata.name}/status`;
    await this.#send('PATCH', path, { type: 'application/merge-patch+json', value: { status } });
  }

  /** The path of a type. @throws Error where the API does not serve it. */
  async #pathOf({ apiVersion, kind }: Type, namespace?: string): Promise<string> {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const known = this.#resources.get(root) ?? resources.parse((await this.#send('GET', root)).body).resources;
    this.#resources.set(root, known);
    const found = known.find((each) => each.kind === kind && !each.name.includes('/'));
    if (!found) throw new Error(`the API server does not serve ${kind} of ${apiVersion}`);
    return `${root}${found.namespaced ? `/namespaces/${namespace ?? 'default'}` : ''}/${found.name}`;
  }

  #send(method: string, path: string, sent?: { readonly type: string; readonly value: unknown }) {
    const { url, token } = this.#access;
    const headers = { authorization: `Bearer ${token}`, ...(sent === undefined ? {} : { 'content-type': sent.type }) };
    return new Promise<{ readonly status: number; readonly body: unknown }>((resolve, reject) => {
      const asked = request(`${url}${path}`, { method, headers, agent: this.#agent, timeout: 30_000 }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
          resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
        });
      });
      asked.once('timeout', () => asked.destroy(new Error(`${method} ${path} was not answered within 30 s`)));
      asked.once('error', reject);
      asked.end(sent === undefined ? undefined : JSON.stringify(sent.value));
    });
  }
}
