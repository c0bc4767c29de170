'use client';

import { Bookmark, BookmarkX, GitCompareArrows, Share2, X } from 'lucide-react';
import type { ArtifactEntry } from '#lib/core/api/artifact-list.ts';
import { artifactTypes } from '#lib/core/vocabulary/artifact-types.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** What can be done with what is selected; what cannot says why. */
export function SelectionFoot(props: {
  selected: readonly ArtifactEntry[];
  message: string | null;
  onCompare: (before: ArtifactEntry, after: ArtifactEntry) => void;
  onKeep: (isKept: boolean) => void;
  onShare: (entry: ArtifactEntry) => void;
  onClear: () => void;
}) {
  const { selected, message, onCompare, onKeep, onShare, onClear } = props;
  const [first, second] = selected.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  if (!first) return null;
  const areKept = selected.every(({ isKept }) => isKept);
  return (
    <section className="selection-foot" aria-label="Selected">
      <p>
        <b>{selected.length} selected</b>
        <span role="status">{message}</span>
      </p>
      <Action
        icon={GitCompareArrows}
        label="Compare"
        isPrimary
        reason={whyNotCompared(selected)}
        onClick={() => second && onCompare(first, second)}
      />
      <Action
        icon={areKept ? BookmarkX : Bookmark}
        label={areKept ? 'Stop keeping' : 'Keep'}
        reason={whyNotKept(selected)}
        onClick={() => onKeep(!areKept)}
      />
      <Action
        icon={Share2}
        label="Share"
        reason={selected.length === 1 ? whyGone(selected) : 'A link leads to one artifact: select one.'}
        onClick={() => onShare(first)}
      />
      <IconButton icon={X} label="Select none" onClick={onClear} />
    </section>
  );
}

const whyGone = (selected: readonly ArtifactEntry[]): string | null =>
  selected.some(({ state }) => state !== 'complete') ? 'What has expired has no content.' : null;

function whyNotCompared(selected: readonly ArtifactEntry[]): string | null {
  const [one, other] = selected;
  if (!one || !other || selected.length > 2 || one.type !== other.type) return 'Select two of one kind.';
  return artifactTypes[one.type].isComparable ? whyGone(selected) : 'These are not compared by lines.';
}

const whyNotKept = (selected: readonly ArtifactEntry[]): string | null =>
  selected.some(({ origin }) => origin === 'member')
    ? 'What people attached stays as long as its conversation.'
    : whyGone(selected);

/** Still in reach of the keyboard when it is disabled, so that it can say why. */
const Action = (props: {
  icon: typeof Share2;
  label: string;
  isPrimary?: boolean;
  reason: string | null;
  onClick: () => void;
}) => (
  <button
    type="button"
    className={props.isPrimary ? 'btn primary' : 'btn'}
    aria-disabled={props.reason !== null}
    aria-label={props.reason === null ? props.label : `${props.label}: ${props.reason}`}
    title={props.reason ?? undefined}
    onClick={() => props.reason === null && props.onClick()}
  >
    <Icon of={props.icon} isSmall />
    <span className="wide-only">{props.label}</span>
  </button>
);
