import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';
import { printfReader } from './printf-form.ts';
import type { ListingForm } from './read-entries.ts';

const listers = new Set(['ls', 'find', 'tree', 'fd', 'fdfind', 'exa', 'eza', 'lsd', 'dir', 'll', 'la']);
const passing = new Set([
  'head',
  'tail',
  'sort',
  'grep',
  'less',
  'more',
  'cat',
  'tac',
  'uniq',
  'sed',
  'cd',
  'pushd',
  'column',
]);

/** Whether the command prints file names and nothing else. */
export function isListing({ type, programs }: Evidence): boolean {
  if (type === 'tree') return true;
  const own = programs.filter(({ name }) => !passing.has(name));
  return own.length > 0 && own.every(lists);
}

function lists({ name, args }: Program): boolean {
  if (name === 'find')
    return (
      !args.some((word) => /^-(?:exec|execdir|ok|delete|print0|fprintf?)$/.test(word)) &&
      (!args.includes('-printf') || printfReader([{ name, args }]) !== null)
    );
  if (name === 'git')
    return args[0] === 'ls-files' && !args.some((word) => /^-(?:s|-stage|-debug|-eol)$/.test(word));
  if (name === 'rg') return args.includes('--files');
  if (name === 'tar' || name === 'bsdtar') return args.some((word, at) => isTarList(word, at === 0));
  if (name === 'unzip') return args.some((word) => /^-[a-z]*l/.test(word));
  return listers.has(name);
}

const isTarList = (word: string, isFirst: boolean): boolean =>
  word === '--list' || /^-[a-zA-Z]*t/.test(word) || (isFirst && /^[a-zA-Z]*t[a-zA-Z]*$/.test(word));

export const listingFormOf = ({ programs, type }: Evidence): ListingForm => ({
  printed: printfReader(programs),
  isOwn: type === 'tree',
  areSeveral: programs.filter(lists).length > 1,
  isTree: programs.some(({ name }) => name === 'tree'),
  isMarked: programs.some(({ args }) =>
    args.some((word) => /^-[A-Za-z]*F|^--(?:classify|file-type|indicator)/.test(word)),
  ),
});
