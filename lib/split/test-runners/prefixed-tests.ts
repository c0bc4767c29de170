import type { Section } from '../facts.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { type LinePrefix, linePrefixOf, withoutPrefix } from './line-prefix.ts';
import { mayHoldTests } from './recognise-tests.ts';

const maxLabels = 24;
const maxLabelsShown = 8;
/** At most this many runners are tried on the output of one program. */
const triedRunners = 3;

/**
 * Tests whose lines another program prefixed: a build server with the time; pnpm, turbo and others with the
 * package when they run several test commands in parallel. Each label's output is read as its own run.
 */
export function prefixedTests(runners: readonly Summarizer[]): Summarizer {
  const withLines = runners.filter(({ covers }) => covers === 'part');
  const find = (evidence: Evidence) => {
    const prefix = mayHoldTests(evidence) ? linePrefixOf(evidence.head) : null;
    if (prefix === null) return null;
    const bare = {
      ...evidence,
      head: withoutPrefix(evidence.head, prefix),
      tail: withoutPrefix(evidence.tail, prefix),
    };
    const fitting = withLines.filter((runner) => runner.recognise(bare) !== null).slice(0, triedRunners);
    return fitting.length === 0 ? null : { prefix, bare, fitting };
  };
  return {
    kind: 'tests',
    // No other summarizer understands prefixed lines.
    covers: 'all',
    // A test runner's marks behind another program's prefix are as reliable as the command name.
    recognise: (evidence) => (find(evidence) ? 'named' : null),
    read(evidence, readInside) {
      const found = find(evidence);
      if (!found) return { finish: () => null };
      return readByLabel(found.prefix, () =>
        found.fitting.map((runner) => runner.read(found.bare, readInside)),
      );
    },
  };
}

function readByLabel(prefix: LinePrefix, begin: () => Reader[]): Reader {
  const byLabel = new Map<string, Reader[]>();
  const readersOf = (label: string): Reader[] => {
    const known = byLabel.get(label);
    if (known || byLabel.size >= maxLabels) return known ?? [];
    const begun = begin();
    byLabel.set(label, begun);
    return begun;
  };
  return {
    line(line, number) {
      const found = prefix.split(line);
      if (found) for (const reader of readersOf(found.label)) reader.line?.(found.rest, number);
    },
    finish(ending) {
      const runs = [...byLabel].flatMap(([label, readers]) => {
        const summaries = readers.map((reader) => reader.finish(ending));
        const summary = summaries.find((created) => created !== null) ?? null;
        return summary ? [{ label, summary }] : [];
      });
      // This may be the log of a whole job, so something other than a test may have failed.
      if (ending.exitCode !== 0 && !runs.some(({ summary }) => summary.explainsFailure)) return null;
      return together(
        runs.toSorted((a, b) => Number(b.summary.explainsFailure) - Number(a.summary.explainsFailure)),
      );
    },
  };
}

interface LabelledRun {
  label: string;
  summary: Summary;
}

/** Merges the runs: failed ones first, each run's verdict with its label. */
function together(runs: readonly LabelledRun[]): Summary | null {
  const [first] = runs;
  if (!first) return null;
  if (runs.length === 1) return first.summary;
  const remaining = runs.length - maxLabelsShown;
  return {
    kind: first.summary.kind,
    verdict: [
      ...runs.slice(0, maxLabelsShown).map(({ label, summary }) => `${label}: ${summary.verdict.join(', ')}`),
      ...(remaining > 0 ? [`${remaining} more`] : []),
    ],
    statesSize: true,
    isComplete: runs.every(({ summary }) => summary.isComplete),
    sections: runs.flatMap(({ label, summary }, index) =>
      summary.sections.map((section) => labelled(section, label, index)),
    ),
    explainsFailure: runs.some(({ summary }) => summary.explainsFailure),
  };
}

const labelled = (section: Section, label: string, index: number): Section => ({
  ...section,
  heading: section.layout === 'words' && section.facts.length > 0 ? ` ${label}:` : section.heading,
  facts: section.facts.map((fact) => ({ ...fact, rank: fact.rank + index })),
});
