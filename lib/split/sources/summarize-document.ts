import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import type { FileSummarizer } from './file-summarizer.ts';
import { createDocumentReader, type DocumentFigures, type Heading, isVersion } from './headings.ts';
import { sourceFileOf } from './source-file.ts';

type Kind = 'markdown' | 'rst' | 'asciidoc' | 'pdf';

const kinds: Record<string, Kind> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  mkd: 'markdown',
  rst: 'rst',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  // Its text, which was extracted as Markdown.
  pdf: 'pdf',
};
const names: Record<Kind, string | null> = {
  markdown: 'Markdown',
  rst: 'reStructuredText',
  asciidoc: 'AsciiDoc',
  // Whoever extracted the text says what it is of.
  pdf: null,
};
/** Documents with at most this many sections also list those below the main ones. */
const shortContents = 60;
const changelog = /^(?:changelog|changes|change_log|history|news|releases?|release[-_]?notes)\b/;

/**
 * Documents: title, sections with their lines, and counts of their contents; for a changelog its versions,
 * newest and oldest.
 */
export const summarizeDocument: FileSummarizer = {
  kind: 'document',
  covers: 'all',
  recognise: (evidence) => (kindOf(evidence) ? 'named' : null),
  read(evidence) {
    const kind = kindOf(evidence) ?? 'markdown';
    const reader = createDocumentReader(kind === 'pdf' ? 'markdown' : kind);
    const isLog = changelog.test(sourceFileOf(evidence)?.name ?? '');
    return {
      line: reader.line,
      hasFound: reader.hasFound,
      finish({ exitCode }) {
        if (hasFailed(exitCode)) return null;
        const figures = reader.finish();
        return figures.headingCount === 0 ? null : summaryOf(names[kind], figures, isLog);
      },
    };
  },
};

function kindOf(evidence: Evidence): Kind | null {
  const file = sourceFileOf(evidence);
  if (!file) return null;
  return (
    (Object.hasOwn(kinds, file.extension) ? kinds[file.extension] : null) ??
    (evidence.type === 'markdown' ? 'markdown' : null)
  );
}

function summaryOf(name: string | null, figures: DocumentFigures, isNamedLog: boolean): Summary {
  const { headingCount, versionCount, codeBlocks, tables, doneTasks, openTasks } = figures;
  const isLog = versionCount >= 3 && (isNamedLog || versionCount > headingCount / 3);
  const tasks = doneTasks + openTasks;
  return {
    kind: 'document',
    verdict: [
      ...(name === null ? [] : [name]),
      ...(isLog ? ['changelog', plural(versionCount, 'version')] : [plural(headingCount, 'section')]),
      ...(codeBlocks > 0 && !isLog ? [plural(codeBlocks, 'code block')] : []),
      ...(tables > 0 && !isLog ? [plural(tables, 'table')] : []),
      ...(tasks > 0 ? [`${doneTasks} of ${plural(tasks, 'task')} done`] : []),
    ],
    sections: isLog ? logSections(figures) : documentSections(figures),
    explainsFailure: false,
  };
}

const factOf = ({ text, line, date }: Heading, rank: number): Fact => {
  const title = quote(text, 80);
  const isDated = date === null || title.includes(date);
  return {
    rank,
    text: isDated ? `${title}:${line}` : `${title} ${date}:${line}`,
    line,
    quotes: [title],
  };
};

/** Nearly all changelogs start with the newest version; where it comes last, the version numbers show it. */
function logSections({ headings, lastVersion, versionCount }: DocumentFigures): Section[] {
  const versions = headings.filter(isVersion);
  const [first] = versions;
  const before = headings.filter((heading) => heading.line < (first?.line ?? 0));
  const unreleased = before.find(({ text }) => /unreleased|next|upcoming|main|master/i.test(text));
  const shown = versions.slice(0, 12).filter((heading) => heading !== lastVersion);
  return [
    listOf('first:', null, before.length, unreleased ? [factOf(unreleased, ranks.lead)] : []),
    listOf(
      'versions:',
      null,
      versionCount,
      shown.map((heading, index) => factOf(heading, (index < 3 ? ranks.cause : ranks.sample) + index)),
    ),
    listOf('last:', null, 1, lastVersion ? [factOf(lastVersion, ranks.spread)] : []),
  ];
}

function documentSections({ headings, headingCount, opening }: DocumentFigures): Section[] {
  const top = Math.min(...headings.map(({ level }) => level));
  const titles = headings.filter(({ level }) => level === top);
  const title = titles.length === 1 ? titles[0] : undefined;
  const main = Math.min(...headings.filter((heading) => heading !== title).map(({ level }) => level));
  const remaining = headings.filter((heading) => heading !== title);
  return [
    listOf('title:', null, 1, title ? [factOf(title, ranks.cause)] : []),
    {
      heading: null,
      noun: null,
      total: 1,
      layout: 'lines',
      facts: opening
        ? [
            {
              rank: ranks.lead,
              text: quote(opening.text, 160),
              line: opening.line,
              quotes: [quote(opening.text, 160)],
            },
          ]
        : [],
    },
    listOf(
      'sections:',
      'section',
      headingCount - (title ? 1 : 0),
      remaining.map((heading, index) =>
        factOf(
          heading,
          (heading.level === main
            ? ranks.spread + Math.min(index, 90) / 10
            : heading.level === main + 1 && headingCount <= shortContents
              ? ranks.lead
              : ranks.sample) +
            index / 1_000,
        ),
      ),
    ),
  ];
}

const listOf = (heading: string, noun: string | null, total: number, facts: readonly Fact[]): Section => ({
  heading,
  noun,
  total,
  layout: 'list',
  facts,
});
