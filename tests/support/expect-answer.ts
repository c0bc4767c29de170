import { expect } from 'vitest';
import type { z } from 'zod';
import type { ErrorCode } from '#lib/core/errors.ts';
import { withFormerNames } from '#lib/http/former-names.ts';
import { commonErrorCodes, errorCodesOf } from '#lib/http/reference/error-codes-of.ts';
import type { Route } from '#lib/http/routing/define-route.ts';

/**
 * Expects an answer to be what its route says: JSON exactly as its schema has it, an error with one of its codes, another
 * media type only if it is listed.
 */
export function expectAnswer(
  route: Route,
  response: Pick<Response, 'status' | 'headers'>,
  text: string,
): void {
  const [type = ''] = response.headers.get('content-type')?.split(';') ?? [];
  if (!route.statuses.includes(response.status)) {
    expect(response.status).toBeGreaterThanOrEqual(400);
    expectError(route, JSON.parse(text));
    return;
  }
  if (type === 'application/json' && route.answer)
    expectExactly(route.answer, JSON.parse(text), route.formerNames ?? {});
  else if (type !== '') expect(route.media).toContain(type);
  else expect(text).toBe('');
}

/**
 * A schema leaves out keys that it does not have, so what it returns is the value itself only if it has all of them; with the
 * former names, which the route lists.
 */
function expectExactly(
  schema: z.ZodType,
  value: unknown,
  formerNames: Readonly<Record<string, string>>,
): void {
  expect(withFormerNames(schema.parse(value), formerNames)).toStrictEqual(value);
}

function expectError(route: Route, { error, code, ...others }: Record<string, unknown>): void {
  expect([typeof error, others]).toEqual(['string', {}]);
  expect([...errorCodesOf(route), ...commonErrorCodes]).toContain(code as ErrorCode);
}
