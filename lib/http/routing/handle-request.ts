import type { z } from 'zod';
import { isVitrineError, signedOut } from '#lib/core/errors.ts';
import type { Act } from '#lib/core/vocabulary/rights.ts';
import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { getServices, type Services } from '#lib/services.ts';
import { withFormerNames } from '../former-names.ts';
import { type FilesOfRoute, forwardIfElsewhere } from '../forwarding/forward-if-elsewhere.ts';
import { readJsonBody } from '../json-body.ts';
import { originOf } from '../origin-of.ts';
import { answerHeaders } from '../page-headers.ts';
import { checkHost, checkOrigin } from '../same-site.ts';
import { readCaller } from '../signed-in.ts';
import { checkNoTokenInAddress, checkToken } from './check-token.ts';
import { errorResponse } from './error-response.ts';
import { parseInput, parseParams, parseQuery } from './parse-input.ts';
import { authorize, type Call, isOpen, type Scope } from './scope.ts';

/** The handler signature Next calls; `params` resolves to `undefined` where the path has no parameters. */
export type NextHandler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

interface Handling<S extends Scope, Params, Query, Body, Answer> {
  right: Act;
  scope: S;
  token: TokenScope | null;
  hasOwnSecret?: boolean;
  needsFiles?: FilesOfRoute;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  handle: (call: Call<S, Params, Query, Body>) => Promise<Answer | Response>;
  formerNames?: Readonly<Record<string, string>>;
  /** The status of a value that `handle` returns. */
  status: number;
}

/**
 * Wraps every route: checks host and origin, authenticates the caller, checks the right, parses the input,
 * maps errors to statuses.
 */
export function handleRequest<S extends Scope, Params, Query, Body, Answer>(
  handling: Handling<S, Params, Query, Body, Answer>,
): NextHandler {
  return async (request, context) => {
    const services = getServices();
    const response = await answerOrError(handling, request, context.params, services);
    services.metrics.answered(request.method, response.status);
    for (const [name, value] of Object.entries(answerHeaders(services.config.baseUrl))) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
}

async function answerOrError<S extends Scope, Params, Query, Body, Answer>(
  {
    right,
    scope,
    token,
    hasOwnSecret = false,
    needsFiles,
    handle,
    status,
    formerNames,
    ...schemas
  }: Handling<S, Params, Query, Body, Answer>,
  request: Request,
  routeParams: Promise<unknown>,
  services: Services,
): Promise<Response> {
  let caller: Member | null = null;
  try {
    checkHost(request, services.config);
    checkNoTokenInAddress(request);
    const signedIn = await readCaller(services, request.headers);
    // No page can make a browser send a token that it does not know.
    if (!signedIn?.token && !hasOwnSecret) checkOrigin(request, services.config);
    if (signedIn === null && !isOpen(scope)) throw signedOut();
    caller = signedIn?.member ?? null;
    if (signedIn?.token) await checkToken(services, request, signedIn.token, token);
    const params = parseParams(schemas.params, (await routeParams) ?? {}) as Params & { id?: unknown };
    const authorized = await authorize(services, signedIn, { scope, right, id: String(params.id) });
    const forwarded = needsFiles
      ? await forwardIfElsewhere(services, needsFiles, { request, params, ...authorized })
      : null;
    if (forwarded !== null) return forwarded;
    const { query, body } = schemas;
    const answer = await handle({
      ...authorized,
      request,
      origin: originOf(request, services, signedIn?.token),
      services,
      params,
      query: (query && parseQuery(query, new URL(request.url).searchParams)) as Query,
      body: (body && parseInput(body, await readJsonBody(request))) as Body,
    });
    if (answer instanceof Response) return answer;
    if (answer === undefined) return new Response(null, { status });
    return Response.json(formerNames ? withFormerNames(answer, formerNames) : answer, { status });
  } catch (error) {
    return errorResponse(await countMiss(services, request, caller, error), services);
  }
}

/**
 * Counts requests for things that do not exist: a member who keeps guessing has to wait. Guessed links are
 * counted where they are read.
 */
async function countMiss(services: Services, request: Request, caller: Member | null, error: unknown) {
  if (caller === null || !isVitrineError(error) || error.code !== 'not_found') return error;
  const counted = checkRate(services, originOf(request, services), 'miss', caller.id);
  return await counted.then(
    () => error,
    (refused: unknown) => refused,
  );
}
