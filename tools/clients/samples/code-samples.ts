import type { ApiDocument } from '../documents.ts';
import type { ClientModel } from '../model.ts';
import { goSample } from './go-sample.ts';
import { nodeSample } from './node-sample.ts';
import { pythonSample } from './python-sample.ts';
import { rubySample } from './ruby-sample.ts';
import { type SampleCall, sampleCalls } from './sample-call.ts';
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
  return Object.fromEntries(calls.map((call) => [call.id, samplesOf(call, model)]));
}

function samplesOf(call: SampleCall, { schemas, packages }: ClientModel): CodeSamples {
  const { inLibraries } = call;
  const fulfil = fulfilSample(call, schemas);
  const context = { ...packages.go, schemas: new Map(schemas.map((each) => [each.name, each])) };
  return {
    curl: `${curlSample(call)}\n`,
    ...(inLibraries && {
      node: nodeSample(call, inLibraries),
      python: pythonSample(call, inLibraries),
      ruby: rubySample(call, inLibraries, schemas),
      go: goSample(call, inLibraries, context),
    }),
    ...(fulfil === null ? {} : { fulfil: `${fulfil}\n` }),
  };
}
