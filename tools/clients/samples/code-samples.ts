import type { ApiDocument } from '../documents.ts';
import type { ClientModel } from '../model.ts';
import { type GoModel, goModel } from '../go/go-values.ts';
import { type GoContext, goSample } from './go-sample.ts';
import { nodeSample } from './node-sample.ts';
import { pythonSample } from './python-sample.ts';
import { rubySample } from './ruby-sample.ts';
import { type LibraryCall, type SampleCall, sampleCalls } from './sample-call.ts';
import { curlSample, fulfilSample } from './shell-samples.ts';

/** A call of one operation in each language that can make it: `curl`, `node`, `python`, `ruby`, `go`, `fulfil`. */
export type CodeSamples = Readonly<Record<string, string>>;

/** The documents of both APIs, and the libraries that are made from them. */
export interface SampleSources {
  readonly v1: ApiDocument;
  readonly account: ApiDocument;
  readonly model: ClientModel;
}

/**
 * Code for every operation, by its id. Operations that only the session of a browser may call, and streams without an end, have curl alone:
 * the libraries have no methods for them.
 *
 * @throws Error where an example does not fit the types of a library.
 */
export function codeSamples({ v1, account, model }: SampleSources): Readonly<Record<string, CodeSamples>> {
  const calls = [...sampleCalls('/v1', v1, model), ...sampleCalls('/account/v1', account, model)];
  const inGo = goModel(model);
  return Object.fromEntries(calls.map((call) => [call.id, samplesOf(call, model, inGo)]));
}

function samplesOf(call: SampleCall, { schemas }: ClientModel, inGo: GoModel): CodeSamples {
  const { inLibraries } = call;
  const fulfil = fulfilSample(call, schemas);
  return {
    curl: `${curlSample(call)}\n`,
    ...(inLibraries && {
      node: nodeSample(call, inLibraries),
      python: pythonSample(call, inLibraries),
      ruby: rubySample(call, inLibraries, schemas),
      go: goSample(call, goCall(inLibraries, inGo), goContext(inGo)),
    }),
    ...(fulfil === null ? {} : { fulfil: `${fulfil}\n` }),
  };
}

const goContext = ({ packages, schemas, values }: GoModel): GoContext => ({
  ...packages.go,
  schemas: new Map(schemas.map((each) => [each.name, each])),
  values: new Set(values.map(({ name }) => name)),
});

/** The call by the types of Go. */
function goCall({ group, operation }: LibraryCall, { groups }: GoModel): LibraryCall {
  const found = groups.flatMap(({ operations }) => operations).find(({ id }) => id === operation.id);
  return { group, operation: found ?? operation };
}
