import { findAny } from './find-any.ts';
import type { FoundSecret } from './found-secret.ts';
import { formsOf, type KnownSecret } from './known-secret.ts';

const created = new WeakMap<readonly KnownSecret[], (text: string) => FoundSecret[]>();

/**
 * Finds what the server itself keeps secret, in every form. It is told by the name of its setting: nothing of its value is needed. Made
 * once for a list, which is the server's as long as it runs.
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
