import { parseDiffPath } from '../../core/parse-diff-paths.ts';

export type StatusGroup = 'unmerged' | 'staged' | 'changed' | 'untracked' | 'ignored';

export interface StatusPath {
  path: string;
  /** `new`, `deleted`, `from old.ts`; `null`: modified, or untracked. */
  state: string | null;
  line: number;
}

export interface Status {
  branch: string | null;
  /** Statuses printed one after another, which are added up. */
  statusCount: number;
  /** How the branch relates to its upstream, and operations in progress. */
  notes: readonly string[];
  counts: Record<StatusGroup, number>;
  paths: Record<StatusGroup, readonly StatusPath[]>;
  total: number;
  /** Lines of the short format: a path that is staged and changed again has one. `null`: the long format. */
  entries: number | null;
}

const maxPaths = 300;

const headings: readonly [string, StatusGroup][] = [
  ['Changes to be committed:', 'staged'],
  ['Changes not staged for commit:', 'changed'],
  ['Unmerged paths:', 'unmerged'],
  ['Untracked files:', 'untracked'],
  ['Ignored files:', 'ignored'],
];

/** An operation in progress, or how far a branch is from another, in git's own words. */
const noteLine =
  /^(?:Your branch (?:is|and) |(?:interactive )?rebase in progress|You are currently |You have unmerged paths|All conflicts fixed|You are in a sparse|No commits yet|Initial commit| {2}\(?(?:all conflicts fixed))/;

export function createStatusReading(isShort: boolean) {
  const paths: Record<StatusGroup, StatusPath[]> = {
    unmerged: [],
    staged: [],
    changed: [],
    untracked: [],
    ignored: [],
  };
  const counts: Record<StatusGroup, number> = {
    unmerged: 0,
    staged: 0,
    changed: 0,
    untracked: 0,
    ignored: 0,
  };
  const notes: string[] = [];
  let branch: string | null = null;
  let statusCount = 0;
  let group: StatusGroup | null = null;
  let entries: number | null = null;
  let lastEntry = 0;

  const add = (to: StatusGroup, path: string, state: string | null, line: number) => {
    counts[to] += 1;
    if (isShort && line !== lastEntry) entries = (entries ?? 0) + 1;
    lastEntry = line;
    if (paths[to].length < maxPaths) paths[to].push({ path: unquoted(path), state, line });
  };
  const note = (text: string) => {
    if (notes.length < 4 && !notes.includes(text)) notes.push(text);
  };
  const readLong = (text: string, line: number) => {
    const named = /^(?:On branch |HEAD detached )(.{1,200})$/.exec(text);
    if (named) statusCount += 1;
    if (named && branch === null) {
      branch = text.startsWith('On') ? `on ${named[1]}` : `HEAD detached ${named[1]}`;
      return;
    }
    const heading = headings.find(([words]) => text.startsWith(words));
    if (heading) {
      group = heading[1];
      return;
    }
    if (noteLine.test(text)) {
      const message = noteOf(text);
      if (message !== null) note(message);
      return;
    }
    if (!text.startsWith('\t') || group === null) {
      if (text !== '' && !text.startsWith('  (')) group = null;
      return;
    }
    const [, state = '', path = ''] = /^\t([a-z][a-z ]{2,24}): +(.+)$/.exec(text) ?? [];
    if (path === '') add(group, text.slice(1), null, line);
    else add(group, ...moved(path, state), line);
  };
  const readShort = (text: string, line: number) => {
    if (text.startsWith('## ')) return readBranch(text.slice(3));
    if (text.startsWith('# branch.')) return readBranchField(text);
    const porcelain = /^([12u]) (\S\S) \S{4} (?:\S+ ){4,7}(.+)$/.exec(text);
    if (porcelain) return addByState(porcelain[2] ?? '', porcelain[3] ?? '', line, porcelain[1] === 'u');
    const [, state = '', path = ''] = /^([ MTADRCU?!]{2}) (.+)$/.exec(text) ?? [];
    if (path !== '') return addByState(state, path, line, /^(?:DD|AA|.U|U.)$/.test(state));
    if (/^[?!] ./.test(text)) add(text[0] === '?' ? 'untracked' : 'ignored', text.slice(2), null, line);
  };
  const addByState = (state: string, path: string, line: number, isUnmerged: boolean) => {
    if (state === '??') return add('untracked', path, null, line);
    if (state === '!!') return add('ignored', path, null, line);
    if (isUnmerged) return add('unmerged', path, unmerged[state] ?? null, line);
    const [index = ' ', tree = ' '] = state.replaceAll('.', ' ');
    if (index !== ' ') add('staged', ...moved(path, states[index] ?? ''), line);
    if (tree !== ' ') add('changed', ...moved(path, states[tree] ?? ''), line);
  };
  const readBranch = (text: string): void => {
    statusCount += 1;
    const [names = '', distance] = text.split(' [', 2);
    const [own = '', upstream] = names.split('...', 2);
    branch = `on ${own}`;
    if (distance) note(`${distance.replace(/]$/, '')} of ${upstream}`);
    else if (upstream) note(`up to date with ${upstream}`);
  };
  const readBranchField = (text: string): void => {
    const [, name = '', value = ''] = /^# branch\.(\w+) (.+)$/.exec(text) ?? [];
    if (name === 'head') {
      statusCount += 1;
      branch = `on ${value}`;
    }
    if (name === 'upstream') note(`upstream ${value}`);
    if (name === 'ab' && value !== '+0 -0') note(`${value} commits`);
  };
  return {
    line(text: string, line: number) {
      if (isShort || text.startsWith('## ') || text.startsWith('# branch.')) return readShort(text, line);
      readLong(text, line);
    },
    finish: (): Status => ({
      branch,
      statusCount,
      notes,
      counts,
      paths,
      entries,
      total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    }),
  };
}

const states: Record<string, string> = {
  A: 'new file',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'typechange',
};
const unmerged: Record<string, string> = {
  DD: 'both deleted',
  AU: 'added by us',
  UD: 'deleted by them',
  UA: 'added by them',
  DU: 'deleted by us',
  AA: 'both added',
};

/** Lists `old -> new` under its new name; a plain modification has no state. */
function moved(path: string, state: string): [path: string, state: string | null] {
  const [before = '', after] = path.split(path.includes('\t') ? '\t' : ' -> ', 2);
  if (after !== undefined) {
    return path.includes('\t') ? [before, `${state} from ${after}`] : [after, `${state} from ${before}`];
  }
  if (state === '' || state === 'modified' || state === 'both modified') return [path, null];
  return [path, state === 'new file' ? 'new' : state];
}

/** Removes the quotes git puts around names with special characters. */
const unquoted = (path: string): string => (path.startsWith('"') ? (parseDiffPath(path) ?? path) : path);

/** Shortens git's sentences to what matters. */
function noteOf(text: string): string | null {
  const [, side, upstream, count] =
    /^Your branch is (ahead of|behind|up to date with) '([^']{1,200})'(?: by (\d+) commits?)?/.exec(text) ??
    [];
  if (side !== undefined) return `${side} ${upstream}${count === undefined ? '' : ` by ${count}`}`;
  if (text.startsWith('Your branch and '))
    return `diverged from ${/and '([^']{1,200})'/.exec(text)?.[1] ?? 'its upstream'}`;
  if (/^(?:You have unmerged paths|(?:interactive )?rebase in progress)/.test(text)) return null;
  return text
    .slice(0, 120)
    .replace(/^You are currently /, '')
    .replace(/[;:.]$/, '');
}
