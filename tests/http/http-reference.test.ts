import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorStatus } from '#lib/core/errors.ts';
import { version } from '#lib/core/vocabulary/version.ts';
import { eventJsonSchema } from '#lib/http/reference/event-schema.ts';
import { httpReferenceOf } from '#lib/http/reference/http-reference.ts';
import { createJsonSchemas } from '#lib/http/reference/json-schemas.ts';
import { limitsText } from '#lib/http/reference/limits-text.ts';
import { openApiOf } from '#lib/http/reference/open-api.ts';
import { typeText } from '#lib/http/reference/type-text.ts';
import { routes, routesByResource } from '#lib/http/routes.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the checked-in reference (npm run docs writes it)', () => {
  test('docs/http.md matches the route table', () => {
    expect(read('docs/http.md')).toBe(httpReferenceOf(routesByResource));
  });

  test('docs/openapi.json matches the route table', () => {
    expect(JSON.parse(read('docs/openapi.json'))).toEqual(
      JSON.parse(JSON.stringify(openApiOf(routesByResource, version))),
    );
    expect(version).toBe(JSON.parse(read('package.json')).version);
  });

  test('docs/events.schema.json matches the events', () => {
    expect(JSON.parse(read('docs/events.schema.json'))).toEqual(
      JSON.parse(JSON.stringify(eventJsonSchema())),
    );
  });
});

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, object>;
  security: object[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, { enum?: string[] }> }> };
}

const document = JSON.parse(JSON.stringify(openApiOf(routesByResource, version))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

/** Every object inside a value, including the value itself. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

describe('the OpenAPI document', () => {
  test('has every route, each under a unique name', () => {
    expect(operations).toHaveLength(routes.length);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('getArtifactsByIdCompare');
    expect(ids.filter((id) => !/^[A-Za-z]+$/.test(id))).toEqual([]);
  });

  test('declares exactly the parameters of each path', () => {
    for (const { path, parameters } of operations) {
      const declared = parameters.filter((one) => one.in === 'path');
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('gives every parameter one schema', () => {
    for (const { operationId, parameters } of operations) {
      const names = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size, operationId).toBe(names.length);
      expect(parameters.filter(({ schema }) => typeof schema !== 'object')).toEqual([]);
    }
  });

  test('has a success, a default and a description for the responses of every route', () => {
    for (const { operationId, responses } of operations) {
      expect(Object.keys(responses), operationId).toContain('default');
      expect(Object.keys(responses).filter((status) => /^[23]\d\d$/.test(status)).length).toBeGreaterThan(0);
      const withoutText = Object.values(responses).filter((one) => !('description' in one || '$ref' in one));
      expect(withoutText).toEqual([]);
    }
  });

  test('has no dangling references', () => {
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references.length).toBeGreaterThan(100);
    const missing = references.filter((reference) => {
      const [start, ...keys] = reference.split('/');
      const found = keys.reduce<unknown>(
        (at, key) => (at as Record<string, unknown> | undefined)?.[key],
        document,
      );
      return start !== '#' || found === undefined;
    });
    expect(missing).toEqual([]);
  });

  test('has the closed list of error codes', () => {
    expect(document.components.schemas.Error?.properties?.code?.enum).toEqual(Object.keys(errorStatus));
  });

  test('requires a session everywhere except on open routes', () => {
    const isOpenTo = ({ security }: Operation) => security.every((one) => Object.keys(one).length > 0);
    const open = operations.filter((operation) => operation.security.length === 0 || !isOpenTo(operation));
    const resources = open.map(({ path }) => path.split('/')[2]);
    expect([...new Set(resources)].toSorted()).toEqual(['auth', 'content', 'health', 'shares', 'uploads']);
  });

  test('names the scope of a token, or takes none', () => {
    const { security } = operations.find(({ operationId }) => operationId === 'getConversations') ?? {};
    expect(security).toEqual([{ session: [] }, { token: ['read'] }]);
    const browserOnly = operations.find(({ operationId }) => operationId === 'postTokens');
    expect(browserOnly?.security).toEqual([{ session: [] }]);
  });
});

describe('JSON schemas', () => {
  test('are collected by name, and a second schema of one name is rejected', () => {
    const schemas = createJsonSchemas();
    const one = z.object({ a: z.number().int() }).meta({ id: 'ReferenceTest' });
    expect(schemas.print(z.object({ one }), 'output').properties).toEqual({
      one: { $ref: '#/components/schemas/ReferenceTest' },
    });
    expect(schemas.named()).toEqual({
      ReferenceTest: {
        type: 'object',
        properties: { a: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      },
    });
    const loose = z.object({ one });
    expect(() => schemas.print(loose, 'input')).toThrow('Two different schemas have the name ReferenceTest');
    z.globalRegistry.remove(one);
  });

  test('are printed as one line of Markdown', () => {
    const print = (schema: z.ZodType) => typeText(createJsonSchemas().print(schema, 'output'));
    expect(print(z.array(z.enum(['a', 'b'])))).toBe('array of (`"a"` or `"b"`)');
    expect(print(z.record(z.string(), z.number().nullable()))).toBe('map of (number or null)');
    expect(print(z.object({ a: z.iso.datetime(), b: z.boolean().optional() }))).toBe(
      '{ `a`: date-time, `b?`: boolean }',
    );
    expect(print(z.unknown())).toBe('any');
  });

  test('are printed with their limits', () => {
    const limits = (schema: z.ZodType) => limitsText(createJsonSchemas().print(schema, 'input'));
    expect(limits(z.coerce.number().int().min(1).max(2_000))).toBe('1 to 2,000');
    expect(limits(z.string().max(40))).toBe('at most 40 characters');
    expect(limits(z.array(z.string()).min(1).max(9))).toBe('1 to 9 items');
    expect(limits(z.int().min(0))).toBe('at least 0');
    expect(limits(z.boolean())).toBe('');
  });
});
