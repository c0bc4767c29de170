import { beforeAll, describe, expect, test } from 'vitest';
import { escapes } from './escapes.ts';
import { runAs, users } from './run-as.ts';

describe.for(users)('in the sandbox of a server that runs as $name', ({ uid }) => {
  let outcomes: Record<string, string | null> = {};
  beforeAll(async () => {
    outcomes = (await runAs(uid, 'escape-driver.ts')) as typeof outcomes;
  }, 180_000);

  test.for(Object.keys(escapes))('%s', (name) => {
    expect(outcomes[name]).toBeNull();
  });
});
