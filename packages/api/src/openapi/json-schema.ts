import { z } from 'zod';
import { toSnake } from '../rest/names.ts';

export type JsonSchema = Record<string, unknown>;

/** A zod schema as JSON Schema 2020-12 with the names that REST clients know. @param io what goes in, or what comes out */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const raw = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  const { $schema: _dialect, ...rest } = raw;
  return rename(rest) as JsonSchema;
}

/** Maps the names of properties, and only those. */
function rename(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rename);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'properties') {
        const properties = Object.entries(part as JsonSchema).map(([name, inner]) => [
          toSnake(name),
          rename(inner),
        ]);
        return [key, Object.fromEntries(properties)];
      }
      if (key === 'required' && Array.isArray(part)) return [key, part.map((name) => toSnake(String(name)))];
      return [key, rename(part)];
    }),
  );
}
