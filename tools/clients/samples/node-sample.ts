import { literal } from '../node/node-text.ts';
import { call as callText, type Code, codeOf, type Notation, type Style } from './code-layout.ts';
import { type LibraryCall, SAMPLE_ADDRESS, type SampleCall } from './sample-call.ts';

const STYLE: Style = { indent: '  ', lastComma: true, padding: (open) => (open.endsWith('{') ? ' ' : '') };

const NOTATION: Notation = {
  scalar: literal,
  label: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : literal(name)}: `,
};

/** A whole program for Node: an ES module in TypeScript that is JavaScript too. */
export function nodeSample(sample: SampleCall, { group, operation }: LibraryCall): string {
  const files = sample.answersFile ? 'createWriteStream' : sample.body?.kind === 'file' ? 'createReadStream' : null;
  return `${[
    ...(files === null ? [] : [`import { ${files} } from 'node:fs';`]),
    ...(sample.answersFile ? [`import { pipeline } from 'node:stream/promises';`] : []),
    `import { FulfilmentClient } from '@fulfilment/client';`,
    '',
    `const client = new FulfilmentClient({ apiKey: process.env.FULFILMENT_API_KEY ?? '', baseUrl: '${SAMPLE_ADDRESS}' });`,
    ...linesOf(sample, `client.${group}.${operation.name}`, operation.page !== null),
  ].join('\n')}\n`;
}

function linesOf(sample: SampleCall, name: string, isList: boolean): readonly string[] {
  const parts = argumentsOf(sample).map((each) => ['', each] as const);
  if (isList) return [`for await (const record of ${callText(name, parts, STYLE)}) console.log(record);`];
  const answer = callText(`await ${name}`, parts, STYLE, `const ${sample.answersFile ? 'file' : 'answer'} = `);
  return [
    `${answer};`,
    sample.answersFile ? `await pipeline(file, createWriteStream('records.ndjson'));` : 'console.log(answer);',
  ];
}

/** Path parameters, the body, the query. */
function argumentsOf({ pathValues, body, query, inLibraries }: SampleCall): readonly Code[] {
  const hasQuery = Object.keys(query).length > 0;
  const given = body?.kind === 'file' ? `() => createReadStream('inventory.csv')` : body ? codeOf(body.value, NOTATION) : '{}';
  return [
    ...pathValues.map(literal),
    ...(body || (inLibraries?.operation.body && hasQuery) ? [given] : []),
    ...(hasQuery ? [codeOf(query, NOTATION)] : []),
  ];
}
