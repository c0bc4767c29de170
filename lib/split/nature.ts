import { data } from './data/data.ts';
import type { Nature } from './general/survey.ts';
import { git } from './git/git.ts';
import { listings } from './listings/listings.ts';
import { matches } from './matches/matches.ts';
import { manifests } from './sources/manifests.ts';
import { sources } from './sources/sources.ts';
import type { Subject, Summarizer } from './summarizer.ts';

const kindsOf = (summarizers: readonly Summarizer[]): ReadonlySet<string> =>
  new Set(summarizers.map(({ kind }) => kind));

const code = kindsOf([...matches, ...sources, ...git.filter(({ kind }) => /diff$|blame/.test(kind))]);
const text = kindsOf([...listings, ...manifests, ...data]);
/** Files that are reports nevertheless. */
const logName = /\.(?:log|out|err)(?:\.\d+)?$|(?:^|\/)logs?\//i;
const files: ReadonlySet<string> = new Set(['file', 'markdown', 'html', 'tree']);

/** How far the words of a result can be trusted, given what it was recognised as. */
export function natureOf(
  { type, title }: Subject,
  kinds: readonly string[],
): { nature: Nature; isFile: boolean } {
  const isFile = files.has(type);
  if (isFile && logName.test(title)) return { nature: 'report', isFile };
  if (kinds.some((kind) => code.has(kind) || (kind !== 'general' && (type === 'diff' || type === 'matches'))))
    return { nature: 'code', isFile };
  return { nature: isFile || kinds.some((kind) => text.has(kind)) ? 'text' : 'report', isFile };
}
