import { parseDiffPath } from '#lib/core/algorithms/diff/parse-diff-paths.ts';

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

/** What was read so far. */
interface StatusState {
  readonly isShort: boolean;
  readonly paths: Record<StatusGroup, StatusPath[]>;
  readonly counts: Record<StatusGroup, number>;
  readonly notes: string[];
  branch: string | null;
  statusCount: number;
  group: StatusGroup | null;
  entries: number | null;
  lastEntry: number;
}

export function createStatusReading(isShort: boolean) {
  const status: StatusState = {
    isShort,
    paths: {
      unmerged: [],
      staged: [],
      changed: [],
      untracked: [],
      ignored: [],
    },
    counts: {
      unmerged: 0,
      staged: 0,
      changed: 0,
      untracked: 0,
      ignored: 0,
    },
    notes: [],
    branch: null,
    statusCount: 0,
    group: null,
    entries: null,
    lastEntry: 0,
  };
  return {
    line(text: string, line: number) {
      if (status.isShort || text.startsWith('## ') || text.startsWith('# branch.'))
        return readShort(status, text, line);
      readLong(status, text, line);
    },
    finish: (): Status => ({
      branch: status.branch,
      statusCount: status.statusCount,
      notes: status.notes,
      counts: status.counts,
      paths: status.paths,
      entries: status.entries,
      total: Object.values(status.counts).reduce((sum, count) => sum + count, 0),
    }),
  };
}

function add(status: StatusState, to: StatusGroup, path: string, state: string | null, line: number): void {
  status.counts[to] += 1;
  if (status.isShort && line !== status.lastEntry) status.entries = (status.entries ?? 0) + 1;
  status.lastEntry = line;
  if (status.paths[to].length < maxPaths) status.paths[to].push({ path: unquoted(path), state, line });
}

function note(status: StatusState, text: string): void {
  if (status.notes.length < 4 && !status.notes.includes(text)) status.notes.push(text);
}

function readLong(status: StatusState, text: string, line: number): void {
  const named = /^(?:On branch |HEAD detached )(.{1,200})$/.exec(text);
  if (named) status.statusCount += 1;
  if (named && status.branch === null) {
    status.branch = text.startsWith('On') ? `on ${named[1]}` : `HEAD detached ${named[1]}`;
    return;
  }
  const heading = headings.find(([words]) => text.startsWith(words));
  if (heading) {
    status.group = heading[1];
    return;
  }
  if (noteLine.test(text)) {
    const message = noteOf(text);
    if (message !== null) note(status, message);
    return;
  }
  if (!text.startsWith('\t') || status.group === null) {
    if (text !== '' && !text.startsWith('  (')) status.group = null;
    return;
  }
  const [, state = '', path = ''] = /^\t([a-z][a-z ]{2,24}): +(.+)$/.exec(text) ?? [];
  if (path === '') add(status, status.group, text.slice(1), null, line);
  else add(status, status.group, ...moved(path, state), line);
}

function readShort(status: StatusState, text: string, line: number): void {
  if (text.startsWith('## ')) {
    readBranch(status, text.slice(3));
    return;
  }
  if (text.startsWith('# branch.')) {
    readBranchField(status, text);
    return;
  }
  const porcelain = /^([12u]) (\S\S) \S{4} (?:\S+ ){4,7}(.+)$/.exec(text);
  if (porcelain) {
    addByState(status, porcelain[2] ?? '', porcelain[3] ?? '', line, porcelain[1] === 'u');
    return;
  }
  const [, state = '', path = ''] = /^([ MTADRCU?!]{2}) (.+)$/.exec(text) ?? [];
  if (path !== '') {
    addByState(status, state, path, line, /^(?:DD|AA|.U|U.)$/.test(state));
    return;
  }
  if (/^[?!] ./.test(text)) add(status, text[0] === '?' ? 'untracked' : 'ignored', text.slice(2), null, line);
}

function addByState(
  status: StatusState,
  state: string,
  path: string,
  line: number,
  isUnmerged: boolean,
): void {
  if (state === '??') {
    add(status, 'untracked', path, null, line);
    return;
  }
  if (state === '!!') {
    add(status, 'ignored', path, null, line);
    return;
  }
  if (isUnmerged) {
    add(status, 'unmerged', path, unmerged[state] ?? null, line);
    return;
  }
  const [index = ' ', tree = ' '] = state.replaceAll('.', ' ');
  if (index !== ' ') add(status, 'staged', ...moved(path, states[index] ?? ''), line);
  if (tree !== ' ') add(status, 'changed', ...moved(path, states[tree] ?? ''), line);
}

function readBranch(status: StatusState, text: string): void {
  status.statusCount += 1;
  const [names = '', distance] = text.split(' [', 2);
  const [own = '', upstream] = names.split('...', 2);
  status.branch = `on ${own}`;
  if (distance) note(status, `${distance.replace(/]$/, '')} of ${upstream}`);
  else if (upstream) note(status, `up to date with ${upstream}`);
}

function readBranchField(status: StatusState, text: string): void {
  const [, name = '', value = ''] = /^# branch\.(\w+) (.+)$/.exec(text) ?? [];
  if (name === 'head') {
    status.statusCount += 1;
    status.branch = `on ${value}`;
  }
  if (name === 'upstream') note(status, `upstream ${value}`);
  if (name === 'ab' && value !== '+0 -0') note(status, `${value} commits`);
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
