import { literal, pythonName } from '../python/python-text.ts';
import { snakeCase } from '../names.ts';
import { call as callText, type Code, codeOf, type Notation, type Style } from './code-layout.ts';
import { type LibraryCall, SAMPLE_ADDRESS, type SampleCall } from './sample-call.ts';

const STYLE: Style = { indent: '    ', lastComma: true, padding: () => '' };

const NOTATION: Notation = {
  scalar: (value) => (value === null ? 'None' : literal(value)),
  label: (name) => `${literal(name)}: `,
};

/** A whole program for Python. */
export function pythonSample(sample: SampleCall, { group, operation }: LibraryCall): string {
  const name = `client.${snakeCase(group)}.${pythonName(operation.name)}`;
  return `${[
    'import os',
    '',
    'from fulfilment import FulfilmentClient',
    '',
    `client = FulfilmentClient(api_key=os.environ["FULFILMENT_API_KEY"], base_url="${SAMPLE_ADDRESS}")`,
    ...linesOf(sample, name, operation.page !== null),
  ].join('\n')}\n`;
}

function linesOf(sample: SampleCall, name: string, isList: boolean): readonly string[] {
  const parts = argumentsOf(sample);
  if (isList) return [`for record in ${callText(name, parts, STYLE)}:`, '    print(record)'];
  if (!sample.answersFile) return [callText(name, parts, STYLE, 'answer = '), 'print(answer)'];
  return [
    'with open("records.ndjson", "wb") as file:',
    `    for chunk in ${callText(name, parts, STYLE)}:`,
    '        file.write(chunk)',
  ];
}

/** Path parameters, the body, and the query by name. */
function argumentsOf({ pathValues, body, query }: SampleCall): readonly (readonly [label: string, value: Code])[] {
  const given = body?.kind === 'file' ? 'lambda: open("inventory.csv", "rb")' : body ? codeOf(body.value, NOTATION) : null;
  return [
    ...pathValues.map((each) => ['', literal(each)] as const),
    ...(given === null ? [] : [['', given] as const]),
    ...Object.entries(query).map(([name, value]) => [`${pythonName(name)}=`, codeOf(value, NOTATION)] as const),
  ];
}
