import { formatNumber } from '#components/ui/format-number.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import { artifactPresentations } from '../viewers/artifact-presentation.ts';
import { describeNotableLines, type NotableLines } from '../viewers/log/notable-lines.ts';

/** Under the lines on a card: how many are shown, and a way to all of them. Only where some are hidden. */
export function MoreLines(props: {
  type: ArtifactType;
  total: number;
  shown: number;
  firstLine: number;
  /** The log lines shown instead of the first lines. */
  notable: NotableLines | null;
  onOpen: () => void;
}) {
  const { firstLine, type, total, shown, notable } = props;
  if (total <= shown) return null;
  const remaining =
    firstLine === 1
      ? `of ${formatNumber(total)}`
      : `of ${formatNumber(firstLine)}–${formatNumber(firstLine + total - 1)}`;
  return (
    <div className="card-more">
      <span className="grow">
        {notable ? (
          `${describeNotableLines(notable)} in ${formatNumber(total)} lines`
        ) : (
          <>
            {capitalised(artifactPresentations[type].unit[1])} {formatNumber(firstLine)}–
            {formatNumber(firstLine + shown - 1)} {remaining}
          </>
        )}
      </span>
      <button type="button" className="link" onClick={props.onOpen}>
        Open all
      </button>
    </div>
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
