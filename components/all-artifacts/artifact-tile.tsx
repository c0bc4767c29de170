import { Bookmark, Share2 } from 'lucide-react';
import type { ArtifactEntry } from '#lib/core/api/artifact-list.ts';
import { formatFullTokens } from '../artifacts/cards/format-full-tokens.ts';
import { viewers } from '../artifacts/viewers/viewers.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyExtra } from '../ui/lazy-component.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { lifetimeWords, sizeWords, whoWords } from './artifact-words.ts';
import { SelectionBox } from './selection-box.tsx';

const TileThumbnail = lazyExtra(async () => (await import('./tile-thumbnail.tsx')).TileThumbnail);

export interface EntryProps {
  entry: ArtifactEntry;
  isSelected: boolean;
  /** `null`: not known yet. */
  nowMs: number | null;
  onSelect: (artifactId: string, isRange: boolean) => void;
}

/** Where an artifact opens: in the panel of its conversation. */
export const entryPath = ({ conversationId, artifactId }: ArtifactEntry): string =>
  `/c/${conversationId}#${artifactId}`;

/** An artifact as a picture of its content, with what it is, for whom, and how long it lasts. */
export function ArtifactTile({ entry, isSelected, nowMs, onSelect }: EntryProps) {
  const { artifactId, title, type, createdAt } = entry;
  return (
    <article
      className={isSelected ? 'artifact-tile is-selected' : 'artifact-tile'}
      data-artifact={artifactId}
    >
      <div className="thumbnail" inert>
        <TileThumbnail entry={entry} />
      </div>
      <SelectionBox
        title={title}
        isSelected={isSelected}
        onSelect={(isRange) => onSelect(artifactId, isRange)}
      />
      <div className="caption">
        <p className="entry-name">
          <Icon of={viewers[type].presentation.icon} isSmall />
          <PageLink className="clip" href={entryPath(entry)} title={title}>
            {title}
          </PageLink>
          <EntryMarks entry={entry} />
        </p>
        <p className="clip" title={entry.conversationTitle}>
          {sizeWords(entry)} · {whoWords(entry)} · <TimeText iso={createdAt} as="near" />
        </p>
        <p className="entry-foot">
          <TokenFigures entry={entry} />
          <span className={entry.isKept ? 'kept-mark' : undefined}>{lifetimeWords(entry, nowMs)}</span>
        </p>
      </div>
    </article>
  );
}

export const EntryMarks = ({ entry: { isKept, isShared } }: { entry: ArtifactEntry }) => (
  <span className="entry-marks">
    {isKept && (
      <span className="kept-mark" title="Kept">
        <Icon of={Bookmark} isSmall />
        <span className="vh">Kept</span>
      </span>
    )}
    {isShared && (
      <span title="Shared">
        <Icon of={Share2} isSmall />
        <span className="vh">Shared</span>
      </span>
    )}
  </span>
);

/** Tokens in all, and what the model was sent of them. */
function TokenFigures({ entry: { fullTokens, isEstimated, sentTokens } }: { entry: ArtifactEntry }) {
  if (sentTokens === null) return <span />;
  const full = formatFullTokens({ fullTokens, fullTokensEstimated: isEstimated });
  const share = fullTokens ? Math.min(100, (100 * sentTokens) / fullTokens) : 0;
  return (
    <span className="figures" title={`${full} tokens in full, ${formatNumber(sentTokens)} sent to the model`}>
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      {full} → <b>{formatNumber(sentTokens)}</b> tokens
    </span>
  );
}
