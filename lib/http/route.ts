import { z } from 'zod';
import { errorStatus, isVitrineError, VitrineError } from '../core/errors.ts';
import { idSchema } from '../core/ids.ts';
import type { Member } from '../core/member.ts';
import { getServices, type Services } from '../services.ts';
import { readJsonBody } from './json-body.ts';
import { checkHost, checkOrigin } from './same-site.ts';

interface Shapes<Params, Query, Body> {
  /** Of the path. */
  params?: z.ZodType<Params>;
  /** Of the query string; a name given twice is refused unless its shape is a list. */
  query?: z.ZodType<Query>;
  /** Of the JSON body. */
  body?: z.ZodType<Body>;
}

interface Call<Params, Query, Body> {
  request: Request;
  params: Params;
  query: Query;
  body: Body;
  member: Member;
  services: Services;
}

type NextHandler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

/** The frame of every route: host and origin checked, member known, input parsed, errors mapped to their status. */
export function route<Params = unknown, Query = unknown, Body = unknown>(
  shapes: Shapes<Params, Query, Body>,
  handle: (call: Call<Params, Query, Body>) => Promise<Response>,
): NextHandler {
  return async (request, context) => {
    const services = getServices();
    try {
      checkHost(request, services.config);
      checkOrigin(request, services.config);
      const call = {
        request,
        params: (shapes.params ? parseParams(shapes.params, await context.params) : {}) as Params,
        query: (shapes.query ? parseQuery(shapes.query, new URL(request.url).searchParams) : {}) as Query,
        body: (shapes.body ? parse(shapes.body, await readJsonBody(request)) : undefined) as Body,
        // Local mode has one member; signing in comes with the team.
        member: services.localMember,
        services,
      };
      return await handle(call);
    } catch (error) {
      return errorResponse(error, services);
    }
  };
}

/** The path of nearly every route: one ID. */
export const idParams = z.object({ id: idSchema });

function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new VitrineError('invalid_id', 'That is no ID');
}

function parseQuery<T>(schema: z.ZodType<T>, search: URLSearchParams): T {
  const lists =
    schema instanceof z.ZodObject ? Object.entries(schema.shape).filter(([, shape]) => isList(shape)) : [];
  const listNames = new Set(lists.map(([name]) => name));
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (!listNames.has(name) && values.length > 1) {
      throw new VitrineError('invalid_request', `${name} is given more than once`);
    }
    query[name] = listNames.has(name) ? values : (values[0] ?? '');
  }
  return parse(schema, query);
}

const isList = (shape: unknown): boolean => shape instanceof z.ZodArray;

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new VitrineError('invalid_request', z.prettifyError(parsed.error));
}

/** The one place where an error becomes an answer. What is not in the closed list is logged and told as `internal`. */
function errorResponse(error: unknown, { log }: Pick<Services, 'log'>): Response {
  if (isVitrineError(error)) {
    if (error.code === 'storage_unavailable') log.warn({ err: error }, 'the store does not answer');
    const headers: HeadersInit = error.code === 'too_many_streams' ? { 'Retry-After': '5' } : {};
    return Response.json(
      { error: error.message, code: error.code },
      { status: errorStatus[error.code], headers: { ...headers, 'Cache-Control': 'no-store' } },
    );
  }
  log.error({ err: error }, 'a request failed');
  return Response.json({ error: 'Something went wrong on the server', code: 'internal' }, { status: 500 });
}
