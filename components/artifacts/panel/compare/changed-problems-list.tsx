import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import type { ChangedProblems } from '#lib/core/vocabulary/changed-problems.ts';

const maxNames = 5;

/** The failures fixed or introduced between two runs, which a diff of their outputs shows poorly. */
export function ChangedProblemsList({ fixed, broken }: ChangedProblems) {
  if (fixed.length + broken.length === 0) return null;
  return (
    <ul className="compare-problems">
      <Names label="Fixed" tone="good" names={fixed} />
      <Names label="Fails now" tone="bad" names={broken} />
    </ul>
  );
}

function Names(props: { label: string; tone: 'good' | 'bad'; names: readonly string[] }) {
  const { label, tone, names } = props;
  const omitted = names.length - maxNames;
  return (
    <>
      {names.slice(0, maxNames).map((name) => (
        <li key={name} className="clip">
          <b className={tone}>{label}</b> <HiddenText text={name} />
        </li>
      ))}
      {omitted > 0 && (
        <li className="dim">
          {label}: {formatNumber(omitted)} more
        </li>
      )}
    </>
  );
}
