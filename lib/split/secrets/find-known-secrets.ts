import { findAny } from './find-any.ts';
import type { FoundSecret } from './found-secret.ts';
import { formsOf, type KnownSecret } from './known-secret.ts';

const created = new WeakMap<readonly KnownSecret[], (text: string) => FoundSecret[]>();

/**
 * Finds the server's own secrets in every encoded form. A match is named after its setting and reveals
 * nothing of the value. Built once per list, which stays the same while the server runs.
 */
export function knownFinder(known: readonly KnownSecret[]): (text: string) => FoundSecret[] {
  const find = created.get(known) ?? createKnownFinder(known);
  created.set(known, find);
  return find;
}

function createKnownFinder(known: readonly KnownSecret[]): (text: string) => FoundSecret[] {
  const settings = new Map(known.flatMap((secret) => formsOf(secret).map((form) => [form, secret.name])));
  const find = findAny([...settings.keys()]);
  return (text) =>
    find(text).map(({ start, needle }) => ({
      start,
      end: start + needle.length,
      kind: 'server secret',
      identity: `setting ${settings.get(needle)}`,
    }));
}
