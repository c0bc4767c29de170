import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { createNotes } from '../notes.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { createTally, type Tally } from '../tally.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { findGit, gitCommandsOf, isGit } from './git-commands.ts';
import { highestVersion } from './highest-version.ts';
import { createNameGroups, type NameGroups } from './name-groups.ts';

const bufferedCount = 2_000;
const shownLines = 3;
const maxGone = 30;

/** What one line lists, by command. */
const nouns: Record<string, string> = {
  branch: 'branch',
  tag: 'tag',
  'ls-remote': 'ref',
  'for-each-ref': 'ref',
  'show-ref': 'ref',
  stash: 'stash',
  worktree: 'worktree',
  remote: 'remote',
  submodule: 'submodule',
};

/**
 * Lists of branches, tags, stashes and other refs. Any line of other output could look like a ref, so the
 * list must be the whole result.
 */
export const refList: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'git refs',
    recognise: (evidence) => (listed(evidence) ? 'named' : null),
    read(evidence) {
      const command = listed(evidence) ?? '';
      const lines: { text: string; name: string; line: number }[] = [];
      const groups = createNameGroups();
      const states = createTally(20);
      const gone = createTally();
      const notable = createNotes();
      let count = 0;
      let current: string | null = null;
      return {
        line(text, line) {
          const name = nameOf(text);
          if (name === null) return;
          count += 1;
          if (/^\* /.test(text)) current = name;
          groups.add(name);
          const state = /\[[^\]:]{1,200}: ([^\]]{1,60})\]/.exec(text)?.[1];
          if (command === 'branch' && state) {
            states.add(state.replace(/ \d+/g, ''));
            if (state === 'gone') gone.add(name);
            if (/ahead \d+, behind \d+/.test(state)) notable.add(`${name}: ${state}`, line);
          }
          const ofSubmodule = command === 'submodule' ? submoduleStates[text[0] ?? ''] : undefined;
          if (ofSubmodule !== undefined) {
            states.add(ofSubmodule);
            notable.add(`${name}: ${ofSubmodule}`, line);
          }
          if (lines.length < bufferedCount) lines.push({ text: text.trim(), name, line });
        },
        finish() {
          if (count === 0) return null;
          const noun = nouns[command] ?? 'name';
          const versions = lines
            .map(({ name }) => name)
            .filter((name) => noun !== 'branch' || isRelease.test(name));
          const highest = highestVersion(versions);
          return {
            kind: 'git refs',
            verdict: [
              plural(count, noun),
              ...(current === null ? [] : [`on ${current}`]),
              ...states.top(4).map(({ name, count: times }) => `${figure(times)} ${name}`),
              ...(highest === null ? [] : [`highest version ${highest}`]),
            ],
            statesSize: true,
            explainsFailure: false,
            sections: [
              notable.section({ heading: null, noun, rank: ranks.lead, needed: 4 }),
              goneSection(gone),
              groupSection(groups.top(20, count)),
              lineSection(lines, current, count, noun),
            ],
          };
        },
      };
    },
  },
  isGit,
).filter(({ covers }) => covers === 'all');

/** How `git submodule status` marks a line. */
const submoduleStates: Record<string, string> = {
  '-': 'not initialised',
  '+': 'at another commit',
  U: 'with conflicts',
};

/** The command if it lists refs; `null` if it creates or deletes one. */
function listed(evidence: Evidence): string | null {
  const always = findGit(evidence, 'ls-remote', 'for-each-ref', 'show-ref');
  if (always) return always.name;
  const found = gitCommandsOf(evidence).find(({ name, args }) => {
    if (name === 'branch')
      return (
        args.every(
          (word) =>
            /^(?:-[avr]+|--(?:all|list|remotes|sort|merged|no-merged|contains).*)$/.test(word) ||
            !word.startsWith('-'),
        ) &&
        (args.length === 0 || args.some((word) => word.startsWith('-')))
      );
    if (name === 'tag')
      return (
        args.length === 0 ||
        args.some((word) => /^(?:-l|-n\d*|--(?:list|sort|merged|contains|points-at).*)$/.test(word))
      );
    if (name === 'stash' || name === 'worktree') return args[0] === 'list';
    if (name === 'remote') return args.length === 0 || args[0] === '-v';
    return name === 'submodule' && (args.length === 0 || args[0] === 'status');
  });
  return found?.name ?? null;
}

/** The ref name, at the start of the line or after a hash. */
function nameOf(text: string): string | null {
  if (/^(?:fatal|error|warning|From) ?:? /.test(text) || text.trim() === '') return null;
  const words = text.replace(/^[*+ U-] ?(?=\S)/, '').trim();
  const [first = '', second, third] = words.split(/\s+/, 3);
  if (!/^[0-9a-f]{7,64}$/.test(first) || second === undefined) return first;
  return /^(?:commit|tag|tree|blob)$/.test(second) ? (third ?? second) : second;
}

/** Matches release branches. Branches for other purposes may end in numbers too. */
const isRelease =
  /(?:^|\/)(?:v|r|rel|release|releases|stable|maint|support|hotfix|branch)?[-_/.]?\d[\d.]*(?:[-.]x)?$/i;

/** Branches whose upstream was deleted. */
function goneSection(gone: Tally): Section {
  const facts = gone
    .top(maxGone)
    .map(({ name }, index): Fact => ({ rank: ranks.lead + index, text: name, quotes: [name] }));
  return { heading: 'gone:', noun: 'branch', total: gone.total, layout: 'list', facts };
}

function groupSection({ within, groups }: ReturnType<NameGroups['top']>): Section {
  return {
    heading: within === null ? 'by prefix:' : `by prefix in ${within}:`,
    noun: 'prefix',
    total: groups.length,
    layout: 'list',
    facts: groups.map(
      ({ name, count }, index): Fact => ({
        rank: (index < 6 ? ranks.spread : ranks.sample) + index,
        text: `${name} ${figure(count)}`,
      }),
    ),
  };
}

function lineSection(
  lines: readonly { text: string; name: string; line: number }[],
  current: string | null,
  count: number,
  noun: string,
): Section {
  return {
    heading: null,
    noun,
    total: count,
    layout: 'lines',
    facts: lines.slice(0, 300).map(({ text, name, line }, index) => {
      const isCurrent = name === current;
      // Symbolic refs and column padding carry no information.
      const isLead = index < shownLines && !text.includes(' -> ');
      const shown = quote(text.replace(/ {2,}/g, ' '), isCurrent ? 120 : 80);
      return {
        rank: isCurrent ? ranks.spread + 8 : isLead ? ranks.lead + index : ranks.sample + index,
        line,
        text: shown,
        quotes: shown.includes(name) ? [name] : [],
      };
    }),
  };
}
