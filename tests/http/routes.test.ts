import { describe, expect, test } from 'vitest';
import { findDirectCall } from '#lib/http/direct-routes.ts';
import { handlersOf, routes } from '#lib/http/routes.ts';
import { apiRoutes } from '../support/api-routes.ts';
import { examples } from '../support/rights-table.ts';
import { nameOf, routeNamed } from '../support/route-named.ts';

const names = routes.map(nameOf).toSorted();

describe('the route table', () => {
  test('has each route once', () => {
    expect(names).toEqual([...new Set(names)]);
  });

  test('has exactly the routes of app/api, each file with its own path', () => {
    expect(apiRoutes()).toEqual(names);
  });

  test('has an example request for each row', () => {
    const withExample = Object.entries(examples).filter(([, requests]) => requests.length > 0);
    expect(withExample.map(([name]) => name).toSorted()).toEqual(names);
  });

  test('names the object of a right as :id', () => {
    const needsId = routes.filter(({ scope }) => /^(member|conversation|artifact|share)$/.test(scope));
    expect(needsId.filter(({ path }) => !/\/:id(\/|$)/.test(path))).toEqual([]);
  });

  test('requires only the right to read on routes without sign-in', () => {
    const open = routes.filter(({ scope }) => scope === 'everyone' || scope === 'share');
    expect(open.filter(({ right }) => right !== 'read').map(nameOf)).toEqual([]);
  });

  test('declares the kind of each successful response', () => {
    const hasContent = routes.filter(({ statuses: [status] }) => status === 200 || status === 201);
    expect(hasContent.filter(({ answer, media }) => !answer && !media).map(nameOf)).toEqual([]);
  });

  test('gives Next the handlers of a path by method', () => {
    const { POST, DELETE } = handlersOf('/api/artifacts/:id/keep');
    expect(POST).toBe(routeNamed('POST /api/artifacts/:id/keep').handle);
    expect(DELETE).toBe(routeNamed('DELETE /api/artifacts/:id/keep').handle);
    expect(() => handlersOf('/api/artifacts/:id/keep').GET).toThrow('no GET /api/artifacts/:id/keep');
  });
});

describe('before Next', () => {
  test('exactly the routes marked as direct are matched, with their path parameters', () => {
    const direct = routes.filter(({ isDirect }) => isDirect);
    expect(direct.map(nameOf)).toEqual([
      'POST /api/conversations/:id/messages',
      'POST /api/attachments',
      'PUT /api/uploads/:id',
      'GET /api/conversations/:id/events',
      'GET /api/events',
      'POST /api/artifacts',
      'GET /api/artifacts/:id',
      'GET /api/outputs/:id',
    ]);
    for (const route of routes) {
      const call = findDirectCall(route.method, `${route.path.replaceAll(/:\w+/g, 'art_1')}?q=1`);
      expect(call?.handle, nameOf(route)).toBe(route.isDirect ? route.handle : undefined);
      if (call) expect(call.params).toEqual(route.path.includes(':id') ? { id: 'art_1' } : {});
    }
  });

  test('another method or another spelling of a path is not matched', () => {
    expect(findDirectCall('HEAD', '/api/events')).toBeNull();
    expect(findDirectCall(undefined, '/api/events')).toBeNull();
    expect(findDirectCall('GET', '/api/artifacts/%61rt_1')).toBeNull();
    expect(findDirectCall('GET', '/api/artifacts/art_1/')).toBeNull();
  });
});
