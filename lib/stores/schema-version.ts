/**
 * Version of the stored schema; stores from before 2026-11-23 carry none (0). It is incremented with every
 * change that an earlier version would misread (a value that it does not accept, a field that it needs and does not find;
 * new types of events and new fields are none), together with a migration from the earlier version and a
 * recording of it in `tests/fixtures/stored`.
 */
export const schemaVersion = 1;

/** The message that refuses a store of a newer version. */
export const newerSchema = (store: string, stored: number, remedy: string): string =>
  `${store} was written by a newer Vitrine (data version ${stored}, this one reads up to ${schemaVersion}). Start the newer one, or ${remedy}.`;
