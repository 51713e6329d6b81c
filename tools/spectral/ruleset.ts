/* oxlint-disable unicorn/no-thenable -- `then` is what Spectral calls the check of a rule. */
import { casing, pattern, schema, truthy, xor } from '@stoplight/spectral-functions';
import { oas } from '@stoplight/spectral-rulesets';

const OPERATION = '$.paths[*][get,post,patch,put,delete]';
const BODIES = [`${OPERATION}.requestBody.content[*]`, `${OPERATION}.responses[*].content[*]`];
const FIELDS = '$.components.schemas[*].properties[*]';

/** The refusals that every operation can answer with, whatever it does. */
const STANDING_REFUSALS = ['400', '401', '403', '414', '429', '431', '500', '503', '504'];

/** Codes in a list for programs, and an example of each. */
const PROBLEM_RESPONSE = {
  type: 'object',
  required: ['x-codes', 'content'],
  properties: {
    'x-codes': { type: 'array', minItems: 1 },
    content: {
      type: 'object',
      properties: {
        'application/problem+json': {
          type: 'object',
          required: ['examples'],
          properties: { examples: { type: 'object', minProperties: 1 } },
        },
      },
    },
  },
};

/** The rules that the OpenAPI document has to follow: the recommended rules of Spectral, but for one, and our own. */
export const ruleset = {
  extends: [[oas, 'recommended']],
  rules: {
    // It compiles the schema of a body for each of its examples: nine tenths of all that linting took. `quality.test.ts` of api-docs
    // validates every example of a body by schemas that are compiled once.
    'oas3-valid-media-example': 'off',
    'operation-id-camel-case': {
      message: 'An operation id is the name of a method in client libraries: {{error}}',
      severity: 'error',
      given: `${OPERATION}.operationId`,
      then: { function: casing, functionOptions: { type: 'camel' } },
    },
    'body-has-example': {
      message: 'A body or reply has `example` or `examples`',
      severity: 'error',
      given: BODIES,
      then: { function: xor, functionOptions: { properties: ['example', 'examples'] } },
    },
    'refusals-declared': {
      message: '{{error}}',
      severity: 'error',
      given: `${OPERATION}.responses`,
      then: { function: schema, functionOptions: { schema: { type: 'object', required: STANDING_REFUSALS } } },
    },
    'problem-lists-codes': {
      message: 'A problem lists each code that it can carry, with an example of each',
      severity: 'error',
      given: `${OPERATION}.responses[?(@ && @.content && @.content['application/problem+json'])]`,
      then: { function: schema, functionOptions: { schema: PROBLEM_RESPONSE } },
    },
    'field-described': {
      message: '{{property}} says nothing of itself',
      severity: 'error',
      // What stands beside a reference is lost where it is resolved.
      resolved: false,
      given: [FIELDS, `${OPERATION}.parameters[?(@ && !@.$ref)]`, '$.components.parameters[*]', '$.components.headers[*]'],
      then: { field: 'description', function: truthy },
    },
    'field-snake-case': {
      message: '{{error}}',
      severity: 'error',
      given: `${FIELDS}~`,
      then: { function: casing, functionOptions: { type: 'snake' } },
    },
    'number-has-unit': {
      message: 'A whole number says of what it is: {{value}}',
      severity: 'error',
      given: "$.components.schemas[*].properties[?(@ && @.type == 'integer')].description",
      then: {
        function: pattern,
        functionOptions: {
          match:
            '/unit|byte|index|entries|change|line|gram|metre|second|version|record|row|status|place|number|movement|hold|order|error|event|difference|on hand|SKU/i',
        },
      },
    },
    'reply-may-gain-fields': {
      message: 'A record that is answered may gain fields',
      severity: 'error',
      given: `${OPERATION}.responses[*].content['application/json'].schema`,
      then: { function: schema, functionOptions: { schema: { not: { required: ['additionalProperties'] } } } },
    },
  },
};
