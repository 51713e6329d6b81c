import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@fulfilment/api-docs';
import { type Operation, pathOf } from '@fulfilment/contracts';
import { z } from 'zod';
import { cell, FieldTables, nameOf } from './field-tables.ts';
import { GUIDE_FILES, type GuideRenderings, type RenderedGuide, renderGuide, SAMPLE_ADDRESS } from './guides.ts';
import { escapeHtml } from './layout.ts';
import { pathOfOperation } from './pages.ts';
import { type Subject, SUBJECTS } from './subjects-of-contract.ts';

/** Where a link of a page is resolved from: the folder of the other generated references. */
const FILE = 'docs/generated/reference.md';
const SAMPLES = 'docs/generated/code-samples.json';

/** Languages of the samples in the order of their tabs: the word that code blocks are marked by, and the name for people. */
const LANGUAGES = {
  curl: ['sh', 'curl'],
  node: ['js', 'Node'],
  python: ['python', 'Python'],
  ruby: ['ruby', 'Ruby'],
  go: ['go', 'Go'],
  fulfil: ['sh', 'fulfil'],
} as const;
const samplesById = z.record(z.string(), z.partialRecord(z.enum(['curl', 'node', 'python', 'ruby', 'go', 'fulfil']), z.string()));
type Samples = z.output<typeof samplesById>[string];

const parameter = z.looseObject({
  $ref: z.string().optional(),
  name: z.string().default(''),
  in: z.string().default(''),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: z.unknown().optional(),
});
const media = z.looseObject({ schema: z.unknown().optional(), example: z.unknown().optional() });
const content = z.record(z.string(), media).default({});
const response = z.looseObject({ $ref: z.string().optional(), description: z.string().default(''), content });
const described = z.looseObject({
  description: z.string().default(''),
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({ description: z.string().default(''), content }).optional(),
  responses: z.record(z.string(), response),
});
const document = z.looseObject({
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ parameters: z.record(z.string(), parameter), responses: z.record(z.string(), response) }),
});
type Described = z.output<typeof described>;

/** Headers that every operation takes, told once. */
const COMMON: readonly string[] = ['X-Request-Id', 'traceparent'];

/**
 * The reference as pages that need no JavaScript, one for each subject: its operations with their parameters, bodies, answers and errors,
 * and code for each in the languages of the libraries.
 *
 * @param publicUrl of the system, without a trailing slash.
 */
export function referenceRenderings(
  documents: { readonly records: () => OpenApiDocument; readonly account: () => OpenApiDocument },
  publicUrl: string,
): GuideRenderings {
  const samples = samplesById.parse(JSON.parse(readFileSync(join(GUIDE_FILES, SAMPLES), 'utf8')));
  const render = (subject: Subject): RenderedGuide => {
    const source = subject.isOfAccount ? documents.account() : documents.records();
    const text = new SubjectPage(subject, source, samples).markdown().replaceAll(SAMPLE_ADDRESS, publicUrl);
    const group = subject.isOfAccount ? 'Account operations' : 'Operations';
    const rendered = renderGuide(subject.path, { title: subject.title, file: FILE, group, publicUrl }, text);
    // The API documents lead to pages by whole addresses.
    return { ...rendered, page: rendered.page.replaceAll(`href="${escapeHtml(publicUrl)}/`, 'href="/') };
  };
  return Object.fromEntries(SUBJECTS.map((subject) => [subject.path, () => render(subject)]));
}

class SubjectPage {
  readonly #subject: Subject;
  readonly #document: z.output<typeof document>;
  readonly #fields: FieldTables;
  readonly #samples: Readonly<Record<string, Samples>>;

  constructor(subject: Subject, source: OpenApiDocument, samples: Readonly<Record<string, Samples>>) {
    this.#subject = subject;
    this.#document = document.parse(source);
    this.#fields = new FieldTables(source);
    this.#samples = samples;
  }

  markdown(): string {
    const { tag, title, operations } = this.#subject;
    const about = this.#document.tags.find(({ name }) => name === tag)?.description ?? '';
    const articles = operations.map((operation) => this.#article(operation));
    const records = Array.from(this.#fields.namedTables(), ([name, table]) => `### ${name}\n\n${table}`);
    const common = `Every operation takes ${COMMON.map((name) => `\`${name}\``).join(' and ')} beside its own parameters.`;
    const parts = [`# ${title}`, `${about} ${common}`.trim(), ...articles];
    return `${[...parts, ...(records.length > 0 ? ['## Records', ...records] : [])].join('\n\n')}\n`;
  }

  #article(operation: Operation): string {
    const { id, method, summary } = operation;
    const item = this.#document.paths[operation.path.replaceAll(/:(\w+)/g, '{$1}')];
    const its = described.parse(item?.[method.toLowerCase()]);
    return [
      `## ${summary} {#${id}}`,
      `\`${method} ${pathOf(operation)}\` · [try it](${SAMPLE_ADDRESS}${pathOfOperation(operation)})`,
      its.description,
      ...this.#samplesOf(id),
      ...this.#parametersOf(its),
      ...this.#bodyOf(its),
      ...this.#answersOf(its),
    ].join('\n\n');
  }

  #samplesOf(id: string): readonly string[] {
    const samples = this.#samples[id] ?? {};
    const blocks = Object.entries(LANGUAGES).flatMap(([language, [mark, name]]) => {
      const found = Object.entries(samples).find(([key]) => key === language)?.[1];
      return found === undefined ? [] : [`\`\`\`${mark} ${name}\n${found.trimEnd()}\n\`\`\``];
    });
    return [blocks.join('\n\n')].filter((text) => text !== '');
  }

  #parametersOf({ parameters }: Described): readonly string[] {
    const all = parameters.map((each) =>
      each.$ref === undefined ? each : this.#document.components.parameters[nameOf(each.$ref)],
    );
    const rows = all.flatMap((each) => {
      if (!each || COMMON.includes(each.name)) return [];
      const type = cell(this.#fields.typeOf(each.schema ?? {}) + (each.required ? ', required' : ''));
      return [`| \`${each.name}\` | ${each.in} | ${type} | ${cell(each.description)} |`];
    });
    if (rows.length === 0) return [];
    return ['### Parameters', ['| name | in | type | meaning |', '|---|---|---|---|', ...rows].join('\n')];
  }

  #bodyOf({ requestBody }: Described): readonly string[] {
    if (!requestBody) return [];
    const types = Object.keys(requestBody.content);
    const json = requestBody.content['application/json'];
    const table = json?.schema === undefined ? '' : this.#fields.tableOf(json.schema);
    const named = json?.schema !== undefined && table === '' ? `The body is ${this.#fields.typeOf(json.schema)}.` : '';
    const kinds = json ? '' : `A file: ${types.map((type) => `\`${type}\``).join(', ')}.`;
    return ['### Body', requestBody.description, kinds, named, table].filter((text) => text !== '');
  }

  #answersOf({ responses }: Described): readonly string[] {
    const rows = Object.entries(responses).map(([status, given]) => {
      const read = given.$ref === undefined ? given : this.#document.components.responses[nameOf(given.$ref)];
      const schema = read?.content['application/json']?.schema;
      const files = Object.keys(read?.content ?? {}).filter((type) => !type.endsWith('json'));
      const body = schema === undefined ? files.map((type) => `\`${type}\``).join(', ') : this.#fields.typeOf(schema);
      return `| ${status} | ${cell(withLinks(read?.description ?? ''))} | ${cell(body)} |`;
    });
    return ['### Answers', ['| status | meaning | body |', '|---|---|---|', ...rows].join('\n')];
  }
}

/** Codes of errors at the beginning of items lead to their page. */
function withLinks(text: string): string {
  return text.replaceAll(/^- `(\w+)`:/gm, '[`$1`](errors.md#$1):');
}
