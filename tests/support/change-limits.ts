import { afterAll, beforeAll } from 'vitest';
import { limits } from '#lib/core/limits.ts';

type NumberLimit = {
  [Name in keyof typeof limits]: (typeof limits)[Name] extends number ? Name : never;
}[keyof typeof limits];

/** Other limits for the tests of a describe, or of a file: lower ones reach the same lines sooner. */
export function changeLimits(changed: Partial<Record<NumberLimit, number>>): void {
  const usual = { ...limits };
  beforeAll(() => {
    Object.assign(limits, changed);
  });
  afterAll(() => {
    Object.assign(limits, usual);
  });
}
