import { z } from 'zod';
import { type ErrorCode, errorStatus, isVitrineError, signedOut, VitrineError } from '../core/errors.ts';
import { idSchema } from '../core/ids.ts';
import type { Member, Session } from '../core/member.ts';
import { getServices, type Services } from '../services.ts';
import type { SignedIn } from '../team/sessions.ts';
import { readJsonBody } from './json-body.ts';
import { answerHeaders } from './page-headers.ts';
import { checkRate } from './rate-limits.ts';
import { checkHost, checkOrigin } from './same-site.ts';
import { readSignedIn } from './signed-in.ts';

interface Shapes<Params, Query, Body> {
  /** Of the path. */
  params?: z.ZodType<Params>;
  /** Of the query string; a name given twice is refused unless its shape is a list. */
  query?: z.ZodType<Query>;
  /** Of the JSON body. */
  body?: z.ZodType<Body>;
}

interface Call<Params, Query, Body, Who> {
  request: Request;
  params: Params;
  query: Query;
  body: Body;
  /** Who asks. */
  member: Who extends SignedIn ? Member : Member | null;
  session: Session | null;
  services: Services;
}

/** As Next calls the handler of a route. */
export type NextHandler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

/** The frame of every route: host and origin checked, member known, input parsed, errors mapped to their status. */
export const route = <Params = unknown, Query = unknown, Body = unknown>(
  shapes: Shapes<Params, Query, Body>,
  handle: (call: Call<Params, Query, Body, SignedIn>) => Promise<Response>,
): NextHandler =>
  frame(shapes, handle, (signedIn) => {
    if (signedIn === null) throw signedOut();
    return signedIn;
  });

/** The same for those few that answer whoever asks: signing in, links to shares, health. */
export const openRoute = <Params = unknown, Query = unknown, Body = unknown>(
  shapes: Shapes<Params, Query, Body>,
  handle: (call: Call<Params, Query, Body, SignedIn | null>) => Promise<Response>,
): NextHandler => frame(shapes, handle, (signedIn) => signedIn);

function frame<Params, Query, Body, Who extends SignedIn | null>(
  shapes: Shapes<Params, Query, Body>,
  handle: (call: Call<Params, Query, Body, Who>) => Promise<Response>,
  admit: (signedIn: SignedIn | null) => Who,
): NextHandler {
  const answer = async (
    request: Request,
    context: { params: Promise<unknown> },
    services: Services,
  ): Promise<Response> => {
    let member: Member | null = null;
    try {
      checkHost(request, services.config);
      checkOrigin(request, services.config);
      const who = admit(await readSignedIn(services, request.headers.get('cookie')));
      member = who?.member ?? null;
      const call = {
        request,
        params: (shapes.params ? parseParams(shapes.params, await context.params) : {}) as Params,
        query: (shapes.query ? parseQuery(shapes.query, new URL(request.url).searchParams) : {}) as Query,
        body: (shapes.body ? parse(shapes.body, await readJsonBody(request)) : undefined) as Body,
        member,
        session: who?.session ?? null,
        services,
      } as Call<Params, Query, Body, Who>;
      return await handle(call);
    } catch (error) {
      return errorResponse(await countMiss(services, request, member, error), services);
    }
  };
  return async (request, context) => {
    const services = getServices();
    const response = await answer(request, context, services);
    services.metrics.answered(request.method, response.status);
    for (const [name, value] of Object.entries(answerHeaders(services.config.baseUrl))) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
}

/** Who asks again and again for what is not there is guessing, and is told to wait. Guessed links are counted where they are read. */
async function countMiss(services: Services, request: Request, member: Member | null, error: unknown) {
  if (member === null || !isVitrineError(error) || error.code !== 'not_found') return error;
  const counted = checkRate(services, request, 'miss', member.id);
  return await counted.then(
    () => error,
    (refused: unknown) => refused,
  );
}

/** The path of nearly every route: one ID. */
export const idParams = z.object({ id: idSchema });

function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new VitrineError('invalid_id', 'This ID is not valid');
}

function parseQuery<T>(schema: z.ZodType<T>, search: URLSearchParams): T {
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
  return parse(schema, query);
}

const isList = (shape: unknown): boolean =>
  shape instanceof z.ZodArray || (shape instanceof z.ZodOptional && isList(shape.unwrap()));

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new VitrineError('invalid_request', z.prettifyError(parsed.error));
}

/** When it is worth another try, in seconds; rates are counted by the minute. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  too_many_streams: 5,
  too_many_requests: 60,
  busy: 5,
};

/** The one place where an error becomes an answer. What is not in the closed list is logged and told as `internal`. */
function errorResponse(error: unknown, { log, metrics }: Pick<Services, 'log' | 'metrics'>): Response {
  if (isVitrineError(error)) {
    if (error.code === 'storage_unavailable') {
      metrics.storeFailed('request');
      log.warn({ err: error }, 'the store does not answer');
    }
    const waitSeconds = retryAfter[error.code];
    const headers: HeadersInit = waitSeconds === undefined ? {} : { 'Retry-After': String(waitSeconds) };
    return Response.json(
      { error: error.message, code: error.code },
      { status: errorStatus[error.code], headers: { ...headers, 'Cache-Control': 'no-store' } },
    );
  }
  log.error({ err: error }, 'a request failed');
  return Response.json({ error: 'Something went wrong on the server', code: 'internal' }, { status: 500 });
}
