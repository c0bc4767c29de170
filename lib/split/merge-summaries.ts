import { hasFailed } from '../core/has-failed.ts';
import type { Findings } from './general/finding.ts';
import { plural } from './plural.ts';
import type { Ending, Summarizer } from './summarizer.ts';
import type { Summary } from './summary.ts';

type Found = Summary & { covers: Summarizer['covers']; isNamed: boolean };

/**
 * What several readers found in one result, as one summary. One that covers all of it stands alone; parts stand side by side,
 * each named; what only looks like the whole gives way to a part whose program ran. The last resort is taken where nothing else was
 * found, or where the failure is not explained yet.
 */
export function mergeSummaries(found: readonly Found[], findings: Findings, { exitCode }: Ending): Summary {
  const hasNamedPart = found.some(({ covers, isNamed }) => covers === 'part' && isNamed);
  const whole = found.find(({ covers, isNamed }) => covers === 'all' && (isNamed || !hasNamedPart));
  const known = whole ? [whole] : found.filter(({ covers }) => covers === 'part');
  const isFailure = hasFailed(exitCode);
  const isExplained = known.some(({ tellsFailure }) => tellsFailure);
  const needsMore = known.length === 0 || (isFailure && !isExplained);
  const rest = needsMore ? found.filter(({ covers }) => covers === 'rest').slice(0, 1) : [];
  const [first, ...others] = [...known, ...rest];
  if (!first) return general(findings);
  const parts = [first, ...others];
  return {
    kind: first.kind,
    verdict:
      others.length === 0
        ? first.verdict
        : parts.map(({ kind, verdict }) => `${kind}: ${verdict.join(', ')}`),
    sections: parts.flatMap(({ sections }) => sections),
    tellsSize: parts.length === 1 && first.tellsSize === true,
    tellsAll: parts.length === 1 && first.tellsAll === true,
    tellsFailure: parts.some(({ tellsFailure }) => tellsFailure),
  };
}

/** What no summarizer knows: all there is to say of it are findings. */
const general = ({ errorLines }: Findings): Summary => ({
  kind: 'general',
  verdict: errorLines > 0 ? [plural(errorLines, 'line mentions an error', 'lines mention errors')] : [],
  sections: [],
  tellsFailure: errorLines > 0,
});
