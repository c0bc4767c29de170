import { hasFailed } from '../core/vocabulary/has-failed.ts';
import type { Findings } from './general/finding.ts';
import { plural } from './plural.ts';
import type { Ending, Summarizer } from './summarizer.ts';
import type { Summary } from './summary.ts';

type Found = Summary & { covers: Summarizer['covers']; isNamed: boolean };

/**
 * Merges the results of several readers into one summary. One that covers the whole result stands alone,
 * unless it was only recognised by marks and a part's program ran. Parts are listed side by side, each with
 * its name. A `rest` summary is used when nothing else was found, or when the failure is not explained yet.
 * Readers that understood too few lines are ignored; so is, after a failed command whose failure nobody
 * explains, a success recognised only by marks.
 */
export function mergeSummaries(found: readonly Found[], findings: Findings, { exitCode }: Ending): Summary {
  const isFailure = hasFailed(exitCode);
  /** The command was killed by a signal, which no report mentions. */
  const isKilled = exitCode !== null && exitCode > 125;
  const hasNamedPart = found.some(
    (summary) => summary.covers === 'part' && summary.isNamed && isUnderstood(summary, findings),
  );
  const whole = found.find(({ covers, isNamed }) => covers === 'all' && (isNamed || !hasNamedPart));
  const understood = (whole ? [whole] : found.filter(({ covers }) => covers === 'part')).filter((summary) =>
    isUnderstood(summary, findings),
  );
  // Beside the program that failed, others may have succeeded.
  const hasCulprit = understood.some(({ explainsFailure }) => explainsFailure);
  const known = understood.filter(
    (summary) => !isFailure || hasCulprit || summary.isNamed || !claimsSuccess(summary),
  );
  const isExplained = known.some(({ explainsFailure }) => explainsFailure);
  const needsMore = known.length === 0 || (isFailure && !isExplained);
  const remaining = needsMore ? found.filter(({ covers }) => covers === 'rest').slice(0, 1) : [];
  const [first, ...others] = [...known.filter((part) => !isRepeated(part, known)), ...remaining];
  if (!first) return general(findings);
  const parts = [first, ...others];
  return {
    kind: first.kind,
    verdict: verdictOf(parts, isFailure && !isExplained, findings),
    sections: parts.flatMap(({ sections }) => sections),
    statesSize: parts.length === 1 && first.statesSize === true,
    ...(first.examplePath === undefined ? {} : { examplePath: first.examplePath }),
    isComplete: parts.length === 1 && first.isComplete === true && (!isFailure || (isExplained && !isKilled)),
    explainsFailure: parts.some(({ explainsFailure }) => explainsFailure),
  };
}

/** Another part says all that it says: `git pull` prints what `git diff --stat` does. */
const isRepeated = (part: Found, parts: readonly Found[]): boolean =>
  part.verdict.length > 0 &&
  parts.some(
    (other) =>
      other.verdict.length > part.verdict.length && part.verdict.every((one) => other.verdict.includes(one)),
  );

/** A reader that understood a smaller share of the lines does not describe the result. */
const minShare = 0.6;
/** Lines that were not understood are mentioned when they are more than a heading or two. */
const minUnreadShare = 0.05;
const minUnreadLines = 3;

const isUnderstood = ({ unreadLines = 0 }: Found, { filledLines }: Findings): boolean =>
  unreadLines <= filledLines * (1 - minShare);

const claimsSuccess = ({ isComplete, explainsFailure }: Found): boolean =>
  isComplete === true && !explainsFailure;

/** `0 errors, 1 warning` of one program of several is not the result of a command that failed. */
const foundNone = ({ verdict, isNamed }: Found): boolean => !isNamed && verdict[0]?.startsWith('0 ') === true;

function verdictOf(parts: readonly Found[], isUnexplained: boolean, { filledLines }: Findings): string[] {
  const verdicts = parts.map((part) => {
    const unread = part.unreadLines ?? 0;
    const isReported = unread > Math.max(minUnreadLines, filledLines * minUnreadShare);
    return [...part.verdict, ...(isReported ? [`${plural(unread, 'line')} not understood`] : [])];
  });
  const isAlone =
    parts.length === 1 && !(isUnexplained && parts.some((part) => claimsSuccess(part) || foundNone(part)));
  return isAlone
    ? (verdicts[0] ?? [])
    : parts.flatMap((part, at) => {
        if (verdicts[at]?.length === 0) return [];
        const isDoubted = isUnexplained && claimsSuccess(part);
        return `${isDoubted ? 'not explained by ' : ''}${part.kind}: ${(verdicts[at] ?? []).join(', ')}`;
      });
}

/** The summary when no summarizer applies: only the findings remain. */
const general = ({ errorLines }: Findings): Summary => ({
  kind: 'general',
  verdict: errorLines > 0 ? [plural(errorLines, 'line mentions an error', 'lines mention errors')] : [],
  sections: [],
  explainsFailure: errorLines > 0,
});
