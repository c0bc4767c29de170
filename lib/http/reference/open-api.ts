import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#lib/core/errors.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import type { Route } from '../routing/define-route.ts';
import { errorCodesOf } from './error-codes-of.ts';
import { createJsonSchemas, type JsonSchema, type JsonSchemas } from './json-schemas.ts';
import { meaningOf, successesOf } from './successes-of.ts';
import { whoMay } from './who-may.ts';

/** Routes by the resource they belong to. */
export type Resources = Readonly<Record<string, readonly Route[]>>;

const errorSchema = z.object({
  error: z.string().describe('A sentence for people'),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
});

/** The API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
export function openApiOf(resources: Resources, version: string): object {
  const schemas = createJsonSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, routes] of Object.entries(resources)) {
    for (const route of routes) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(schemas, tag, route) };
    }
  }
  const error = schemas.print(errorSchema, 'output');
  return {
    openapi: '3.1.1',
    info: { title: 'Vitrine', version },
    servers: [{ url: '/' }],
    tags: Object.keys(resources).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'vt_s',
          description:
            'Over https the name is `__Host-vt_s`. Without sign-in (local mode) no cookie is needed.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, `vtk_…`, with the scope that the operation names.',
        },
      },
      responses: {
        Error: {
          description: 'An error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      schemas: { Error: error, ...schemas.named() },
    },
  };
}

/** Any one of these. Roles of a bearer token are its scopes. */
function securityOf({ scope, token }: Route): object[] {
  if (scope === 'everyone') return [];
  const signedIn = [{ session: [] }, ...(token === null ? [] : [{ token: [token] }])];
  return scope === 'share' ? [{}, ...signedIn] : signedIn;
}

function operationOf(schemas: JsonSchemas, tag: string, route: Route): object {
  const { summary, description, right, scope, body, takesBytes } = route;
  return {
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    description: [`${whoMay(route)}.`, ...(description ? [description] : [])].join('\n\n'),
    security: securityOf(route),
    parameters: [...pathParameters(schemas, route), ...queryParameters(schemas, route)],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: jsonContent(schemas.print(body, 'input')),
          },
        }
      : {}),
    ...(takesBytes ? { requestBody: { required: true, content: { 'application/octet-stream': {} } } } : {}),
    responses: { ...successResponses(schemas, route), ...errorResponses(route) },
    'x-right': right,
    'x-scope': scope,
    'x-token-scope': route.token,
  };
}

/** For example `getArtifactsByIdCompare`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.slice('/api/'.length).split(/[/-]/);
  const names = words.map((word) =>
    word.startsWith(':') ? `By${capitalized(word.slice(1))}` : capitalized(word),
  );
  return `${method.toLowerCase()}${names.join('')}`;
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function pathParameters(schemas: JsonSchemas, { path, params }: Route): object[] {
  const { properties = {} } = params ? schemas.print(params, 'input') : {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? schemas.print(idSchema, 'input'),
  }));
}

function queryParameters(schemas: JsonSchemas, { query }: Route): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.print(query, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description ? { description } : {}),
    required: required.includes(name),
    schema,
  }));
}

const jsonContent = (schema: JsonSchema): object => ({ 'application/json': { schema } });

function successResponses(schemas: JsonSchemas, route: Route): Record<string, object> {
  const responses = successesOf(route).map(({ status, hasJson, media }) => {
    const others = media.map((type) => [type, { schema: isTextType(type) ? { type: 'string' } : {} }]);
    const content = {
      ...(hasJson && route.answer ? jsonContent(schemas.print(route.answer, 'output')) : {}),
      ...Object.fromEntries(others),
    };
    const hasContent = Object.keys(content).length > 0;
    return [status, { description: meaningOf(status), ...(hasContent ? { content } : {}) }];
  });
  return Object.fromEntries(responses);
}

const isTextType = (type: string): boolean => type.startsWith('text/') || type === 'application/x-ndjson';

/** Error responses by status with their codes; errors that any route can return are the default response. */
function errorResponses(route: Route): Record<string, object> {
  const $ref = '#/components/responses/Error';
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => errorStatus[code]);
  const own = [...byStatus].map(([status, codes]) => [
    status,
    { $ref, description: codes.map((code) => `\`${code}\``).join(', ') },
  ]);
  return { ...Object.fromEntries(own), default: { $ref } };
}
