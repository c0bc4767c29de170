import { expect, test } from 'vitest';
import { expectAnswer } from '../support/expect-answer.ts';
import { routeNamed, routeOf } from '../support/route-named.ts';

const route = routeNamed('POST /api/artifacts/:id/keep');
const check = (status: number, answer: unknown) =>
  expectAnswer(route, Response.json(answer, { status }), JSON.stringify(answer));
const expiresAt = '2026-11-22T10:00:00.000Z';

test('a response must match its route’s schema exactly', () => {
  check(200, { expiresAt, notice: null });
  check(200, { expiresAt: null, notice: null });
  expect(() => check(200, {})).toThrow();
  expect(() => check(200, { expiresAt: 'tomorrow', notice: null })).toThrow();
  expect(() => check(200, { expiresAt, notice: null, secret: 1 })).toThrow();
  expect(() => check(201, { expiresAt, notice: null })).toThrow();
});

test('an error must be one its route declares', () => {
  check(409, { error: 'No', code: 'artifact_writing' });
  check(503, { error: 'No', code: 'storage_unavailable' });
  expect(() => check(409, { error: 'No', code: 'name_taken' })).toThrow();
  expect(() => check(409, { error: 'No', code: 'artifact_writing', detail: 1 })).toThrow();
});

test('content of an undeclared media type, or of none, is rejected', () => {
  expect(() => expectAnswer(route, new Response('a'), 'a')).toThrow();
  expect(() => expectAnswer(routeNamed('POST /api/auth/sign-out'), new Response(null), '')).toThrow();
  expectAnswer(routeNamed('POST /api/auth/sign-out'), new Response(null, { status: 204 }), '');
});

test('a request’s route is found by its method and path', () => {
  expect(routeOf('POST', '/api/artifacts/art_1/keep?x=1')).toBe(route);
  expect(routeOf('GET', '/api/artifacts/art_1/keep')).toBeUndefined();
});
