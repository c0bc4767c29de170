import { cutPieces } from './marked-runs.ts';

/** A line of a file, as programs and people write it: `src/cart.mjs:12`, `cart.ts(12,5)`, `"cart.py", line 12`. */
export interface FileLocation {
  /** Relative to the workspace, or absolute. */
  path: string;
  line: number;
}

/** Longer ones are not looked for, so that the time stays in proportion to the text. */
const longestPath = 260;
const lineNumber = /:(\d{1,7})(?::\d{1,7})?(?!\w)|\((\d{1,7})(?:,\d{1,7}){0,3}\)|", line (\d{1,7})(?!\w)/g;
const hasNumber = /[:(]\d|", line \d/;
const inPath = /[\p{L}\p{N}_.@+\-/[\]()$~]/u;
/** Files that have no ending. */
const known =
  /^(?:Makefile|Dockerfile|Containerfile|Justfile|Rakefile|Gemfile|Procfile|Jenkinsfile|Vagrantfile|BUILD|WORKSPACE|LICENSE|README)$/i;
/** A name alone is a file if it ends as one: others are hosts with a port. */
const endings = new Set(
  (
    'adoc astro bash bat bazel bzl c cc cfg cjs clj cljs cmake cmd conf cpp cs css csv cts cu cxx dart diff ex exs fs fsx go gradle graphql groovy h hcl hh hpp hs htm html ' +
    'hxx ini ipynb java jl js json json5 jsonc jsx kt kts less lock log lua m md mdx mjs ml mli mm mts nim nix patch php pl pm proto ps1 pug py pyi pyx r rb re rs rst sass ' +
    'scala scss sh sol sql svelte svg swift tcl tex tf toml ts tsv tsx txt v vb vhd vue wat xml yaml yml zig zsh'
  ).split(' '),
);

/** A part of a text: a location, or what is around it. */
export interface PathPart {
  text: string;
  location: FileLocation | null;
}

/** Splits a text at the places in files that it names. */
export function cutAtPaths(text: string): PathPart[] {
  if (!hasNumber.test(text)) return [{ text, location: null }];
  const parts: PathPart[] = [];
  let from = 0;
  for (const { 0: end, index, ...numbers } of text.matchAll(lineNumber)) {
    const line = numbers[1] ?? numbers[2] ?? numbers[3];
    const before = text.slice(Math.max(from, index - longestPath), index);
    const path = pathIn(before);
    if (path === null || Number(line) === 0) continue;
    // `console.log(1)` is a call: compilers write a folder before it, or a colon after it.
    const isCall = end.startsWith('(') && !path.includes('/') && text[index + end.length] !== ':';
    if (isCall) continue;
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
  let start = before.length;
  while (start > 0 && inPath.test(before.charAt(start - 1))) start -= 1;
  const run = before.slice(start);
  const around = before.slice(0, start);
  const isFileUrl = around.endsWith('file:') && run.startsWith('//');
  // A colon before it makes it part of an address, a backslash part of a Windows path.
  if (/[:\\]$/.test(around) && !isFileUrl) return null;
  const path = withoutBrackets(isFileUrl ? run.slice(2) : run);
  if (path.includes('//')) return null;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (known.test(name)) return path;
  const ending =
    /[^.]\.(\p{L}[\p{L}\p{N}]{0,9})$/u.exec(name)?.[1] ?? /^\.(\p{L}[\p{L}\p{N}]{0,20})$/u.exec(name)?.[1];
  if (ending === undefined) return null;
  return path.includes('/') || endings.has(ending.toLowerCase()) ? path : null;
}

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** Brackets that are closed within a path are part of it: `app/(group)/[id]/page.tsx`. An open one is not part of it. */
function withoutBrackets(run: string): string {
  const open: { bracket: string; at: number }[] = [];
  for (const [at, character] of [...run].entries()) {
    if (character === '(' || character === '[') open.push({ bracket: character, at });
    else if (character in pairs) {
      if (open.pop()?.bracket !== pairs[character]) return '';
    }
  }
  const last = open.at(-1);
  return last === undefined ? run : [...run].slice(last.at + 1).join('');
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
