/** Why another server did not do what git asked of it, in its own words. */
export const reasonOf = (stderr: string): string =>
  (/^(?:remote: (?:error: )?|error: |fatal: |! )(.+)$/m.exec(stderr)?.[1] ?? 'it did not say why').slice(
    0,
    300,
  );

/** It does not know who asks, or does not let them in. */
export const isRefused = (stderr: string): boolean =>
  /Authentication failed|could not read Username|invalid credentials|error: 40[134]|not found/i.test(stderr);
