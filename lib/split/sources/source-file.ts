import { executeCodeProfile } from '#lib/core/vocabulary/tools/execute-code.ts';
import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

/** The file whose text a result contains. */
export interface SourceFile {
  path: string;
  /** The last path segment in lower case. */
  name: string;
  /** Without the dot; empty when there is none. */
  extension: string;
  /** Whether the result has only some of its lines. */
  isPart: boolean;
}

const readers = new Set([
  'cat',
  'nl',
  'bat',
  'batcat',
  'head',
  'tail',
  'sed',
  'less',
  'more',
  'tac',
  'zcat',
  'type',
  'git',
]);
const silent = new Set(['cd', 'pushd', 'set', 'export', 'true']);
const passing = new Set(['head', 'tail', 'nl', 'cat', 'less', 'more', 'sed']);

/**
 * The one file that a result shows, from a tool that reads files or from `cat`, `sed -n`, `head` and similar;
 * `null`: there is no such file.
 */
export function sourceFileOf({ tool, args, type, title, firstLine, programs }: Evidence): SourceFile | null {
  if (type === 'file' || type === 'markdown' || type === 'html') {
    const path = typeof args.path === 'string' ? args.path : title;
    return fileAt(path, firstLine > 1 || typeof args.endLine === 'number');
  }
  if (type !== 'terminal' || tool === executeCodeProfile.name) return null;
  const [first, ...others] = programs.filter(({ name }) => !silent.has(name));
  if (!first || !readers.has(first.name)) return null;
  if (others.some(({ name, args: more }) => !passing.has(name) || operandsOf(name, more).length > 0))
    return null;
  const paths = operandsOf(first.name, first.args);
  const [path] = paths;
  if (path === undefined || paths.length !== 1 || /[*?]/.test(path)) return null;
  return fileAt(path, isPartial(first) || others.some(isPartial));
}

/** The arguments of a program that name files. */
function operandsOf(name: string, args: readonly string[]): string[] {
  if (name === 'git') return gitShown(args);
  const operands: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (/^\d?>/.test(word)) index += /^\d?>+$/.test(word) ? 1 : 0;
    else if (word.startsWith('<')) operands.push(...(word === '<' ? [] : [word.slice(1)]));
    else if (takesValue(name, word)) index += 1;
    else if (!/^[-+]./.test(word)) operands.push(word);
  }
  // The first operand of `sed` is its script, unless an option supplied it.
  return name === 'sed' && !args.some((word) => /^-\w*[ef]$/.test(word)) ? operands.slice(1) : operands;
}

const takesValue = (name: string, word: string): boolean =>
  ((name === 'head' || name === 'tail') && (word === '-n' || word === '-c')) ||
  (name === 'sed' && /^-\w*[ef]$/.test(word)) ||
  (name === 'nl' && /^-[bdfhilnsvw]$/.test(word)) ||
  (name.startsWith('bat') && /^(?:-[rlHm]|--(?:line-range|language|theme|style|highlight-line))$/.test(word));

/** `git show HEAD:lib/x.ts` */
function gitShown(args: readonly string[]): string[] {
  const [command, ...rest] = args;
  if (command !== 'show' && command !== 'cat-file') return ['', ''];
  const objects = rest.filter((word) => !word.startsWith('-'));
  const [object] = objects;
  const colon = object?.indexOf(':') ?? -1;
  return objects.length === 1 && object !== undefined && colon > 0 ? [object.slice(colon + 1)] : ['', ''];
}

const isPartial = ({ name, args }: Program): boolean =>
  name === 'head' ||
  name === 'tail' ||
  (name === 'sed' && args.some((word) => /^-\w*n/.test(word))) ||
  (name.startsWith('bat') && args.some((word) => word === '-r' || word.startsWith('--line-range')));

function fileAt(path: string, isPart: boolean): SourceFile {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return { path, name, extension: dot < 1 ? '' : name.slice(dot + 1), isPart };
}
