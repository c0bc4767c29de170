import type { TaskEnd } from './task.ts';

/** The files that differ from what they should be; files not in `wanted` must be unchanged. */
export function wrongFiles({ files, original }: TaskEnd, wanted: Readonly<Record<string, string>>): string[] {
  const expected = { ...original, ...wanted };
  return Object.keys(expected).filter((path) => files[path] !== expected[path]);
}

/** Checks that a change produced exactly these texts and changed no other file. */
export function checkFiles(end: TaskEnd, wanted: Readonly<Record<string, string>>): string | null {
  const wrong = wrongFiles(end, wanted);
  return wrong.length === 0 ? null : `not as they should be: ${wrong.join(', ')}`;
}

/** Checks an answer that must name one thing of a kind: an answer that lists several has not found it. */
export function checkNamed({ answer }: TaskEnd, kind: RegExp, wanted: string): string | null {
  const named = new Set(answer.match(kind) ?? []);
  if (!named.has(wanted)) return `the answer does not name ${wanted}`;
  return named.size === 1 ? null : `the answer names ${named.size}, one was asked for`;
}

export const checkSaid = ({ answer }: TaskEnd, wanted: readonly string[]): string | null => {
  const missing = wanted.filter((words) => !answer.includes(words));
  return missing.length === 0 ? null : `the answer does not say ${missing.join(', ')}`;
};
