import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { restRoutes } from '../rest/handler.ts';
import { openApiDocument } from './document.ts';
import { operations } from './operations.ts';

const document = openApiDocument('https://brevia.example/api/v1') as {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[]; operationId: string }>>;
};
const text = JSON.stringify(document);

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
    expect(result).toMatchObject({ valid: true });
  });

  test('describes exactly the routes that there are, with exactly their query parameters', () => {
    const routes = restRoutes('').map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(operations).sort()).toEqual(routes.sort());
    for (const { method, path, query } of restRoutes('')) {
      const described = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
      const names = described.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      expect(names.sort()).toEqual(Object.keys(query).sort());
    }
  });

  test('has no dangling reference and no name in camelCase', () => {
    const schemas = Object.keys(
      (document as unknown as { components: { schemas: object } }).components.schemas,
    );
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) expect(schemas).toContain(name);
    expect(text).not.toMatch(/"(longUrl|expiresAt|customAlias|nextCursor|totalClicks|requestId)"/);
    expect(text).toContain('"long_url"');
  });

  test('says that times are times', () => {
    expect(text).toMatch(/"created_at":\{[^}]*"format":"date-time"/);
    expect(text).toMatch(/"expires_at":\{.{0,120}"format":"date-time"/);
  });
});
