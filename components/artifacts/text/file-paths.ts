import { cutPieces } from './marked-runs.ts';

/** A line of a file, as programs and people write it: `src/cart.mjs:12`. */
export interface FileLocation {
  /** Relative to the workspace, or absolute. */
  path: string;
  line: number;
}

/** Longer ones are not looked for, so that the time stays in proportion to the text. */
const longestPath = 260;
const lineNumber = /:(\d{1,7})(?::\d{1,7})?(?!\w)/g;
const pathEnd = /[\p{L}\p{N}_.@+\-/[\]~]+$/u;
const lastName = /[^/]*$/;
/** Ends of names that are hosts with a port, not files with a line. */
const hostEnd = /\.(?:com|dev|example|internal|io|lan|local|localhost|net|org|test)$/i;

/** A part of a text: a location, or what is around it. */
export interface PathPart {
  text: string;
  location: FileLocation | null;
}

/** Splits a text at the places in files that it names. */
export function cutAtPaths(text: string): PathPart[] {
  if (!/:\d/.test(text)) return [{ text, location: null }];
  const parts: PathPart[] = [];
  let from = 0;
  for (const { 0: end, 1: line, index } of text.matchAll(lineNumber)) {
    const before = text.slice(Math.max(from, index - longestPath), index);
    const path = pathIn(before);
    if (path === null || Number(line) === 0) continue;
    const start = index - path.length;
    if (start > from) parts.push({ text: text.slice(from, start), location: null });
    from = index + end.length;
    parts.push({ text: text.slice(start, from), location: { path, line: Number(line) } });
  }
  if (from < text.length) parts.push({ text: text.slice(from), location: null });
  return parts;
}

/** The path at the end of a text; `null`: there is none. */
function pathIn(before: string): string | null {
  const run = pathEnd.exec(before)?.[0] ?? '';
  const around = before.slice(0, before.length - run.length);
  const isFileUrl = around.endsWith('file:') && run.startsWith('//');
  // After another colon stands the rest of an address, or of a location.
  if (around.endsWith(':') && !isFileUrl) return null;
  const path = (isFileUrl ? run.slice(2) : run).replace(/^[\][]+/, '');
  const name = lastName.exec(path)?.[0] ?? '';
  if (path.includes('//') || !/\p{L}/u.test(name)) return null;
  if (path.includes('/')) return path;
  return /\.\p{L}[\p{L}\p{N}]{0,9}$/u.test(name) && !hostEnd.test(name) ? path : null;
}

/** Cuts pieces of a line where a location begins and ends; each part of one knows where it leads. */
export function withPaths<T extends { text: string }>(
  pieces: readonly T[],
): readonly (T & { location?: FileLocation })[] {
  const parts = cutAtPaths(pieces.map(({ text }) => text).join(''));
  if (parts.every(({ location }) => location === null)) return pieces;
  let from = 0;
  return parts.flatMap(({ text, location }) => {
    const inside = cutPieces(pieces, from, from + text.length);
    from += text.length;
    return location === null ? inside : inside.map((piece) => ({ ...piece, location }));
  });
}
