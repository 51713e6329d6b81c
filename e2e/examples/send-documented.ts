import type { Answer, Call } from '../system/call.ts';
import type { DocumentedRequest } from './documented-requests.ts';

export interface Sending {
  /** The path parameter; `MUG-01` by default where it is a SKU's. */
  readonly id?: string;
  /** The second one, of a hold. */
  readonly hold?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The order that stands for the one that the body shows. */
  readonly order?: string;
  /** An id that the body shows, and the one that stands for it. */
  readonly inBody?: readonly [shown: RegExp, id: string];
}

/** Sends the requests of a document as they are shown, and knows which were. */
export interface SendDocumented {
  /** @throws Error if the document shows no such request, or the answer has another status. */
  (name: string, status: number, sending?: Sending): Promise<Answer>;
  /** Names of those that were not sent. */
  unsent(): readonly string[];
}

/** @param key with every permission. */
export function makeSendDocumented(call: Call, key: string, shown: readonly DocumentedRequest[]): SendDocumented {
  const byName = new Map(shown.map((request) => [request.name, request]));
  const sent = new Set<string>();
  const send = async (
    name: string,
    status: number,
    { id = 'MUG-01', hold = '', headers = {}, order, inBody }: Sending = {},
  ): Promise<Answer> => {
    const request = byName.get(name);
    if (!request) throw new Error(`The document shows no request ${name}`);
    const { method, template, body } = request;
    sent.add(name);
    const ofOrder = (text: string): string => (order === undefined ? text : text.replace(/ord_\w+/, order));
    const textOf = (text: string): string => ofOrder(inBody ? text.replace(...inBody) : text);
    const path = template
      .replace('{hold}', hold)
      .replace('{warehouse}', 'MAIN')
      .replace(/\{\w+\}/, id);
    const answer = await call(method, path, {
      key,
      ...(body ? { raw: textOf(body.text), headers: { 'content-type': body.type, ...headers } } : { headers }),
    });
    if (answer.status !== status) throw new Error(`${name} was to answer ${status}, but came ${answer.status}: ${answer.text}`);
    return answer;
  };
  return Object.assign(send, { unsent: () => [...byName.keys()].filter((name) => !sent.has(name)) });
}
