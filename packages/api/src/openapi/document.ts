import { problemAnswer } from './answers.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';
import { operations, type Operation } from './operations.ts';

const PROBLEM = { $ref: '#/components/schemas/Problem' };
const REASON: Record<number, string> = {
  400: 'The input is not valid; `errors` names the fields.',
  401: 'No credentials, or a key that is unknown, revoked or expired.',
  403: 'The key lacks a scope, or the link belongs to another workspace.',
  404: 'There is no such link.',
  409: 'The alias is taken, or the Idempotency-Key was used with another body.',
  413: 'The body is too long.',
  415: 'The body is not JSON in UTF-8.',
  429: 'The budget of creates is used up.',
  503: 'A store does not answer; try again after Retry-After.',
};

/**
 * The OpenAPI 3.1 document of the REST API.
 * @param apiUrl public address of the API, such as https://brevia.example/api/v1
 */
export function openApiDocument(apiUrl: string): object {
  const schemas: Record<string, JsonSchema> = { Problem: toJsonSchema(problemAnswer, 'output') };
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    if (operation.answer !== undefined) {
      schemas[operation.answer.name] = toJsonSchema(operation.answer.schema, 'output');
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(method, path, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brevia',
      version: '1',
      description:
        'Short links and their statistics. Times are ISO 8601 in UTC; errors are `application/problem+json` (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiUrl }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `brv_...`, made in the dashboard under Settings.',
        },
      },
    },
  };
}

function describe(method: string, path: string, operation: Operation): object {
  const parameters = [
    ...(path.includes('{code}')
      ? [
          {
            name: 'code',
            in: 'path',
            required: true,
            schema: { type: 'string' },
            description: 'Code or custom alias.',
          },
        ]
      : []),
    ...Object.entries(operation.query ?? {}).map(([name, schema]) =>
      queryParameter(name, toJsonSchema(schema, 'input')),
    ),
    ...(method === 'POST' ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    // An empty requirement beside the key: the call works without one too.
    security: [{ apiKey: [] }, ...(operation.isOpen === true ? [{}] : [])],
    'x-scope': operation.scope,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toJsonSchema(operation.body, 'input') } },
          },
        }),
    responses: {
      [operation.success]: success(operation),
      ...Object.fromEntries(operation.problems.map(problem)),
    },
  };
}

function queryParameter(name: string, schema: JsonSchema): object {
  const { description, ...rest } = schema;
  return {
    name,
    in: 'query',
    schema: rest,
    ...(description === undefined ? {} : { description }),
    ...(rest['type'] === 'array' ? { style: 'form', explode: false } : {}),
  };
}

function success(operation: Operation): object {
  const content = {
    ...(operation.answer === undefined
      ? {}
      : { 'application/json': { schema: { $ref: `#/components/schemas/${operation.answer.name}` } } }),
    ...Object.fromEntries((operation.media ?? []).map((type) => [type, { schema: { type: 'string' } }])),
  };
  return {
    description: operation.summary,
    ...(operation.success === 201
      ? { headers: { Location: header('The address of the link in this API.') } }
      : {}),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function problem(status: number): [string, object] {
  const headers = {
    ...(status === 429 || status === 503 ? { 'Retry-After': header('Seconds.') } : {}),
    ...(status === 429
      ? { RateLimit: header('What is left.'), 'RateLimit-Policy': header('The budget and its window.') }
      : {}),
  };
  return [
    String(status),
    {
      description: REASON[status] ?? 'Error',
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      content: { 'application/problem+json': { schema: PROBLEM } },
    },
  ];
}

const header = (description: string) => ({ description, schema: { type: 'string' } });

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'The same key and body give the same answer once, for a day.',
};
