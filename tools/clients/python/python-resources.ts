import type { ClientModel, Group, Operation, Param } from '../model.ts';
import { filterOf, optionNames, pascalCase, snakeCase } from '../names.ts';
import { docstring, HEADER, literal, pythonName, typeText } from './python-text.ts';

/** A synchronous and an asynchronous class for each group of operations, and the classes that have them all. */
export function pythonResources({ groups }: ClientModel): string {
  return `${HEADER}
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .operations import OPERATIONS

if TYPE_CHECKING:
    from datetime import datetime

    from .._files import AsyncDownload, AsyncUpload, Download, Upload
    from .._pages import AsyncPages, Pages
    from .._transport import AsyncTransport, Transport
    from . import schemas as S


${groups.map((group) => `${groupText(group, false)}\n\n${groupText(group, true)}`).join('\n\n')}

${allText(groups, false)}

${allText(groups, true)}`;
}

function allText(groups: readonly Group[], isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  const rows = groups.map(({ name }) => `        self.${snakeCase(name)} = ${prefix}${pascalCase(name)}(transport)`);
  return `class ${prefix}Resources:
    """All groups of operations."""

    def __init__(self, transport: ${prefix}Transport) -> None:
${rows.join('\n')}
`;
}

function groupText({ name, operations }: Group, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  return `class ${prefix}${pascalCase(name)}:
    """\`client.${snakeCase(name)}\`"""

    def __init__(self, transport: ${prefix}Transport) -> None:
        self._transport = transport

${operations.map((each) => methodText(each, isAsync)).join('\n')}`;
}

function methodText(operation: Operation, isAsync: boolean): string {
  const { id, name, summary, description, pathParams, body, page, answer } = operation;
  const kind = page ? 'pages' : answer.kind === 'stream' ? 'download' : 'send';
  const awaits = isAsync && kind === 'send';
  const params = [
    'self',
    ...pathParams.map((param) => `${pythonName(param.name)}: ${typeText(param.type)}`),
    ...bodyText(operation, isAsync),
    '*',
    ...queryOf(operation).map((param) => queryText(operation, param)),
    ...optionsText(operation),
  ];
  const path = pathParams.length === 0 ? '' : `, path=(${pathParams.map((param) => `${pythonName(param.name)},`).join(' ')})`;
  const query = queryOf(operation).map((param) => `${literal(param.name)}: ${pythonName(param.name)}`);
  const given = `${path}${body ? ', body=body' : ''}${query.length === 0 ? '' : `, query={${query.join(', ')}}`}`;
  const options = optionNames(operation).map((each) => `${each}=${each}`);
  const call = `self._transport.${kind}(OPERATIONS[${literal(id)}]${given}, ${options.join(', ')})`;
  const result = resultText(operation, isAsync);
  return `    ${awaits ? 'async ' : ''}def ${pythonName(name)}(
${params.map((param) => `        ${param},\n`).join('')}    ) -> ${result}:
${docstring(docText(summary, description, operation.codes), '        ')}        answer: ${result} = ${awaits ? 'await ' : ''}${call}
        return answer
`;
}

/** Parameters of a list without the cursor: pages are followed by the library. */
const queryOf = ({ query, page }: Operation): readonly Param[] => query.filter(({ name }) => !page || name !== 'cursor');

function bodyText({ body }: Operation, isAsync: boolean): readonly string[] {
  if (!body) return [];
  if (body.kind === 'stream') return [`body: ${isAsync ? 'AsyncUpload' : 'Upload'}`];
  const text = typeText(body.type, 'S.');
  return [body.required ? `body: ${text}` : `body: ${text} | None = None`];
}

function queryText(operation: Operation, param: Param): string {
  const { name, type, several } = param;
  const filter = filterOf(operation, param);
  const text = filter ? `S.${filter.name}` : type.kind === 'string' && type.time ? 'str | datetime' : typeText(type);
  return `${pythonName(name)}: ${text}${several === null ? '' : ` | Sequence[${text}]`} | None = None`;
}

const OPTIONS: Readonly<Record<string, string>> = {
  idempotency_key: 'str | None = None',
  if_match: 'int | str | None = None',
  if_none_match: 'int | str | None = None',
  pending_timeout: 'float | None = None',
  accept: 'str | None = None',
  content_type: 'str | None = None',
  timeout: 'float | None = None',
  retries: 'int | None = None',
  request_id: 'str | None = None',
};

const optionsText = (operation: Operation): readonly string[] =>
  optionNames(operation).map((name) => `${name}: ${OPTIONS[name] ?? 'Any'}`);

function resultText({ page, answer }: Operation, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  if (page) return `${prefix}Pages[${typeText(page.item, 'S.')}]`;
  if (answer.kind === 'stream') return `${prefix}Download`;
  return answer.kind === 'none' ? 'None' : typeText(answer.type, 'S.');
}

function docText(summary: string, description: string, codes: readonly string[]): string {
  const raises = codes.length === 0 ? '' : `Errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`;
  return [`${summary}.`, description, raises].filter(Boolean).join('\n\n');
}
