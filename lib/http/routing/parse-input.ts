import { z } from 'zod';
import { VitrineError } from '#lib/core/errors.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';

/** Default: every path parameter is an ID. */
const idParams = z.record(z.string(), idSchema);

/** @throws VitrineError `invalid_id` */
export function parseParams(schema: z.ZodType | undefined, params: unknown): unknown {
  const parsed = (schema ?? idParams).safeParse(params);
  if (parsed.success) return parsed.data;
  throw new VitrineError('invalid_id', 'This ID is not valid');
}

/** @throws VitrineError `invalid_request` */
export function parseQuery(schema: z.ZodType, search: URLSearchParams): unknown {
  const lists =
    schema instanceof z.ZodObject ? Object.entries(schema.shape).filter(([, shape]) => isList(shape)) : [];
  const listNames = new Set(lists.map(([name]) => name));
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (!listNames.has(name) && values.length > 1) {
      throw new VitrineError('invalid_request', `Give ${name} only once`);
    }
    query[name] = listNames.has(name) ? values : (values[0] ?? '');
  }
  return parseInput(schema, query);
}

const isList = (shape: unknown): boolean =>
  shape instanceof z.ZodArray || (shape instanceof z.ZodOptional && isList(shape.unwrap()));

/** @throws VitrineError `invalid_request` */
export function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new VitrineError('invalid_request', z.prettifyError(parsed.error));
}
