import { hasFailed } from '../core/has-failed.ts';
import type { Findings } from './general/finding.ts';
import { plural } from './plural.ts';
import type { Ending, Summarizer } from './summarizer.ts';
import type { Summary } from './summary.ts';

type Found = Summary & { covers: Summarizer['covers']; isNamed: boolean };

/**
 * What several readers found in one result, as one summary. One that covers all of it stands alone; parts stand side by side,
 * each named; what only looks like the whole gives way to a part whose program ran. The last resort is taken where nothing else was
 * found, or where the failure is not explained yet. What understood too little of it has no say, nor has what only looks like a run
 * that went well where the command failed.
 */
export function mergeSummaries(found: readonly Found[], findings: Findings, { exitCode }: Ending): Summary {
  const isFailure = hasFailed(exitCode);
  /** By a signal, which no report tells of. */
  const isKilled = exitCode !== null && exitCode > 125;
  const hasNamedPart = found.some(({ covers, isNamed }) => covers === 'part' && isNamed);
  const whole = found.find(({ covers, isNamed }) => covers === 'all' && (isNamed || !hasNamedPart));
  const known = (whole ? [whole] : found.filter(({ covers }) => covers === 'part')).filter(
    (summary) =>
      isUnderstood(summary, findings) && !(isFailure && !summary.isNamed && claimsSuccess(summary)),
  );
  const isExplained = known.some(({ explainsFailure }) => explainsFailure);
  const needsMore = known.length === 0 || (isFailure && !isExplained);
  const remaining = needsMore ? found.filter(({ covers }) => covers === 'rest').slice(0, 1) : [];
  const [first, ...others] = [...known, ...remaining];
  if (!first) return general(findings);
  const parts = [first, ...others];
  return {
    kind: first.kind,
    verdict: verdictOf(parts, isFailure && !isExplained, findings),
    sections: parts.flatMap(({ sections }) => sections),
    statesSize: parts.length === 1 && first.statesSize === true,
    isComplete: parts.length === 1 && first.isComplete === true && (!isFailure || (isExplained && !isKilled)),
    explainsFailure: parts.some(({ explainsFailure }) => explainsFailure),
  };
}

/** Less of its lines, and what is said of them is not said of the result. */
const leastShare = 0.6;
/** What was not understood is told where it is more than a heading or two. */
const minUnreadShare = 0.05;
const minUnreadLines = 3;

const isUnderstood = ({ unreadLines = 0 }: Found, { filledLines }: Findings): boolean =>
  unreadLines <= filledLines * (1 - leastShare);

const claimsSuccess = ({ isComplete, explainsFailure }: Found): boolean =>
  isComplete === true && !explainsFailure;

function verdictOf(parts: readonly Found[], isUnexplained: boolean, { filledLines }: Findings): string[] {
  const verdicts = parts.map((part) => {
    const unread = part.unreadLines ?? 0;
    const isReported = unread > Math.max(minUnreadLines, filledLines * minUnreadShare);
    return [...part.verdict, ...(isReported ? [`${plural(unread, 'line')} not understood`] : [])];
  });
  return parts.length === 1 && !(isUnexplained && parts.some(claimsSuccess))
    ? (verdicts[0] ?? [])
    : parts.flatMap((part, at) => {
        if (verdicts[at]?.length === 0) return [];
        const isDoubted = isUnexplained && claimsSuccess(part);
        return `${isDoubted ? 'not explained by ' : ''}${part.kind}: ${(verdicts[at] ?? []).join(', ')}`;
      });
}

/** What no summarizer knows: all there is to say of it are findings. */
const general = ({ errorLines }: Findings): Summary => ({
  kind: 'general',
  verdict: errorLines > 0 ? [plural(errorLines, 'line mentions an error', 'lines mention errors')] : [],
  sections: [],
  explainsFailure: errorLines > 0,
});
