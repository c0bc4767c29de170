import type { z } from 'zod';
import type { ErrorCode } from '#lib/core/errors.ts';
import type { Act } from '#lib/core/vocabulary/rights.ts';
import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import type { FilesOfRoute } from '../forwarding/forward-if-elsewhere.ts';
import { handleRequest, type NextHandler } from './handle-request.ts';
import type { Call, Scope } from './scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names in a path: `id` and `run` of `/api/replays/:id/runs/:run`. */
type ParamNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<Path> = Record<ParamNames<Path>, string>;

/** What the reference documents and `handleRequest` enforces. */
interface RouteFacts<S extends Scope> {
  method: Method;
  /** What it does: one line, verb first. */
  summary: string;
  /** Markdown: units, limits, and whatever the schemas do not make obvious. */
  description?: string;
  /** What the caller must be allowed to do in `scope`; checked before query and body are parsed. */
  right: Act;
  scope: S;
  /** The scope that an API token needs; `null`: only a browser can do this. */
  token: TokenScope | null;
  /** Media types of answers that are not JSON, which the handler returns as a `Response`. */
  media?: readonly string[];
  /** Error codes of this route, besides those that follow from scope, right and schemas. */
  errors?: readonly ErrorCode[];
  /**
   * Success statuses; a returned value is sent with the first. Default: 200 with `answer` or `media`, else
   * 204.
   */
  statuses?: readonly [number, ...number[]];
  /** What fields of the answer were called before, by their names now: answers have both. */
  formerNames?: Readonly<Record<string, string>>;
  /** Who may is said by a secret in the address, so that a write needs no page of this site. */
  hasOwnSecret?: boolean;
  /** Whose files the handler needs: a process that has them answers, whichever was asked. */
  needsFiles?: FilesOfRoute;
  /** The body is a file of any type, which the handler reads as it comes. */
  takesBytes?: boolean;
  /**
   * Answered by the front door before Next, with the same handler, because Next costs more than the handler.
   */
  isDirect?: boolean;
}

interface RouteDefinition<S extends Scope, Path extends string, Params, Query, Body, Answer>
  extends RouteFacts<S> {
  /** For example `/api/artifacts/:id`. */
  path: Path;
  /** Path parameters. Default: each is an ID. */
  params?: z.ZodType<Params>;
  /** The query string; a repeated name is rejected unless its schema is an array. */
  query?: z.ZodType<Query>;
  /** The JSON body. */
  body?: z.ZodType<Body>;
  /** The JSON response. Not validated while serving; the rights matrix test validates it. */
  answer?: z.ZodType<Answer>;
  handle: (call: Call<S, Params, Query, Body>) => Promise<NoInfer<Answer> | Response>;
}

/** A row of the route table. */
export interface Route extends RouteFacts<Scope> {
  path: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer?: z.ZodType;
  statuses: readonly [number, ...number[]];
  handle: NextHandler;
}

export function defineRoute<
  S extends Scope,
  const Path extends string,
  Params = ParamsOf<Path>,
  Query = undefined,
  Body = undefined,
  Answer = void,
>(definition: RouteDefinition<S, Path, Params, Query, Body, Answer>): Route {
  const { answer, media, statuses = [answer || media ? 200 : 204] } = definition;
  return { ...definition, statuses, handle: handleRequest({ ...definition, status: statuses[0] }) };
}
