import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const stylesFolder = join(root, 'app/styles');

export interface StyleSheet {
  /** Of the file, without its ending. */
  name: string;
  /** The room it is in: `components/chat`. */
  room: string;
  /** Each alternative of each rule's selector, with the conditions around it left out. */
  selectors: string[];
}

/** `components/chat` of any file in it. */
export const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/');

export const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);

/** In the order in which they are loaded. */
export function readStyleSheets(): StyleSheet[] {
  const index = readFileSync(join(stylesFolder, 'index.css'), 'utf8');
  return [...index.matchAll(/@import "([^"]+)\.css"/g)].map(([, path = '']) => {
    const file = join(stylesFolder, `${path}.css`);
    return {
      name: basename(path),
      room: roomOf(relative(root, file)),
      selectors: selectorsOf(readFileSync(file, 'utf8')),
    };
  });
}

export function selectorsOf(css: string): string[] {
  const withoutComments = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const withoutFrames = withoutComments.replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const preludes = [...withoutFrames.matchAll(/([^{};]+)\{/g)].map(([, prelude = '']) => prelude.trim());
  return preludes.filter((prelude) => !prelude.startsWith('@')).flatMap(splitAlternatives);
}

/** Commas within brackets are of one alternative. */
function splitAlternatives(list: string): string[] {
  const alternatives = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) alternatives.push('');
    else alternatives[alternatives.length - 1] += character;
  }
  return alternatives.map((one) => one.trim());
}

/** Which of our source files give an element which classes. */
export function readClassUses(): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>();
  for (const path of sourcesIn(join(root, 'components')).concat(sourcesIn(join(root, 'app')))) {
    const file = relative(root, path);
    for (const name of classNamesIn(readFileSync(path, 'utf8')))
      uses.set(name, (uses.get(name) ?? new Set()).add(file));
  }
  return uses;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Class names are written as literals: in a `className`, or in a constant whose name says so. */
export function classNamesIn(source: string): string[] {
  const starts = source.matchAll(/\b(?:className|\w*[cC]lass\w*)\s*(?::[^=;,)]+)?[=:]\s*/g);
  const texts = [...starts].flatMap(({ index, 0: start }) => literalsFrom(source, index + start.length));
  return [
    ...new Set(
      texts.flatMap((text) => text.match(/(?<![\w$.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])/g) ?? []),
    ),
  ];
}

const opening = '([{';
const closing = ')]}';

/** The text literals of the expression that begins here; what is compared with is none of them. */
function literalsFrom(source: string, from: number): string[] {
  let depth = 0;
  const literals: string[] = [];
  for (let at = from; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (`'"\``.includes(character)) {
      const end = source.indexOf(character, at + 1);
      const isCompared = /[!=]==\s*$/.test(source.slice(from, at));
      if (!isCompared) literals.push(source.slice(at + 1, end).replaceAll(/\$\{[^}]*\}/g, ' '));
      at = end;
      if (depth === 0 && !/^\s*[?:]/.test(source.slice(end + 1))) return literals;
    } else if (opening.includes(character)) depth += 1;
    else if (closing.includes(character)) {
      depth -= 1;
      if (depth <= 0) return literals;
    } else if (depth === 0 && /[;,>]/.test(character)) return literals;
  }
  return literals;
}
