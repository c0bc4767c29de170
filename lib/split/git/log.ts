import { beginHasMark, mark } from '../marks.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { describeLog } from './describe-log.ts';
import { findGit, gitCommandsOf, isGit } from './git-commands.ts';
import { type LineTemplate, onelineTemplate, parseLineTemplate } from './line-template.ts';
import { createCommitReading } from './read-commits.ts';
import { createDiffReading } from './read-diff.ts';
import { createStatReading } from './read-stat.ts';

const commands = ['log', 'show', 'whatchanged', 'reflog', 'format-patch', 'rev-list', 'cherry'];
const head = mark(
  /^(?:[*|] *)?commit [0-9a-f]{40}(?: \(.{1,500}\))?\n(?:[|*\\/ ]*(?:Merge|Author|AuthorDate|Reflog): ?.+\n){1,3}|^From [0-9a-f]{40} [A-Z][a-z]{2} [A-Z][a-z]{2} .+\nFrom: /m,
  'Author',
  'Merge:',
  'Reflog:',
  'From: ',
);

/** Logs of commits, in any of git's formats and with the changes they may include, and single commits. */
export const log: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'git log',
    recognise(evidence) {
      if (findGit(evidence, ...commands)) return 'named';
      if (evidence.type === 'diff' || (evidence.type === 'file' && evidence.language !== null)) return null;
      return beginHasMark(evidence, head) ? 'marked' : null;
    },
    read,
  },
  isGit,
);

function read(evidence: Evidence): Reader {
  const command = findGit(evidence, ...commands);
  const others = gitCommandsOf(evidence).filter((other) => other !== command);
  const args = command?.args ?? [];
  // Other commands of the line may print changes too.
  const isAlone = !others.some(({ name }) => printsChanges.has(name));
  const hasChanges =
    isAlone && (command === null || changing.has(command.name) || args.some((word) => asked.test(word)));
  const template = templateOf(evidence, args);
  // A line of a commit is a hash and a text, as are lines of these.
  const isAmbiguous = template !== null && others.some(({ name }) => listsHashes.has(name));
  const isGraph = args.includes('--graph') || /^\* (?:commit )?[0-9a-f]{7,64}\b/.test(evidence.head);
  const graph = isGraph ? createGraphCut() : null;
  const commits = createCommitReading(template);
  const diff = createDiffReading();
  const stat = createStatReading({ isOfNames: args.includes('--name-only') });
  return {
    line(text, number) {
      const line = graph === null ? text : graph(text);
      if ((hasChanges && diff.line(line, number)) || commits.line(line, number)) return;
      if (hasChanges) stat.line(line, number);
    },
    finish({ exitCode }) {
      const found = commits.finish();
      if (found.count === 0 || isAmbiguous) return null;
      const changes = diff.finish();
      return describeLog({
        commits: found,
        patch: changes.fileCount > 0 ? changes : null,
        stat: stat.finish(),
        noun: findGit(evidence, 'reflog') ? 'entry' : 'commit',
        isReversed: args.includes('--reverse'),
        exitCode,
      });
    },
  };
}

const printsChanges = new Set(['diff', 'commit', 'merge', 'pull', 'stash', 'cherry-pick', 'rebase', 'apply']);
const listsHashes = new Set([
  'blame',
  'annotate',
  'branch',
  'cat-file',
  'for-each-ref',
  'ls-files',
  'ls-remote',
  'ls-tree',
  'show-ref',
  'submodule',
]);
const changing = new Set(['show', 'whatchanged', 'format-patch']);
const asked =
  /^(?:-[pu]|--(?:patch|cc|(?:num|short|dir)?stat|name-|summary|compact-summary|raw|unified|remerge-diff|diff-merges|word-diff)|-U\d|-c$|-m$|-L)/;

const commitPrefix = /^[*|\\/_ .-]*\* +(?=(?:commit )?[0-9a-f]{7,64}\b)/;
const graphOnly = /^[*|\\/_ .-]*$/;
const graphPrefix = /^[*|\\/_ .-]*[*|\\/] */;

/** Cuts off the graph, which is as wide in all lines of a commit as before its hash. */
function createGraphCut(): (text: string) => string {
  let width = 0;
  return (text) => {
    const [prefix] = commitPrefix.exec(text) ?? [];
    if (prefix !== undefined) width = prefix.length;
    else if (width === 0 || !graphOnly.test(text.slice(0, width))) return text.replace(graphPrefix, '');
    return text.slice(width);
  };
}

/** `null`: commits are printed with headers and messages. */
function templateOf(evidence: Evidence, args: readonly string[]): LineTemplate | null {
  const isOneline = args.some((word) => /^--(?:oneline|(?:pretty|format)=oneline)$/.test(word));
  if (isOneline || findGit(evidence, 'reflog', 'cherry')) return onelineTemplate;
  if (findGit(evidence, 'rev-list')) return parseLineTemplate('%H');
  const format = args
    .map((word) => /^--(?:pretty|format)=(?:t?format:)?(.*)$/s.exec(word)?.[1])
    .find((value) => value !== undefined);
  if (format === undefined || /^(?:short|medium|full|fuller|raw|email|mboxrd)$/.test(format)) return null;
  return parseLineTemplate(format === 'reference' ? '%h (%s, %as)' : format);
}
