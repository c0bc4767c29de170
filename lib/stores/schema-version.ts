/**
 * What a store holds, by the version of its schema; stores from before 2026-11-23 carry none (0). Raised by one with every change
 * that a version before it would misread, together with how the older one is migrated and a recording of it in `tests/fixtures/stored`.
 */
export const schemaVersion = 1;

/** The one sentence in which a store of a newer version is refused. */
export const newerSchema = (store: string, stored: number, remedy: string): string =>
  `${store} was written by a newer Vitrine (data version ${stored}, this one reads up to ${schemaVersion}). Start the newer one, or ${remedy}.`;
