import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';

/** `‹ 2/3 ›`: goes from one version of a message to another. */
export function BranchArrows(props: {
  versions: readonly string[];
  nodeId: string;
  onLook: (nodeId: string) => void;
}) {
  const { versions, nodeId, onLook } = props;
  const position = versions.indexOf(nodeId) + 1;
  const earlier = versions[position - 2];
  const later = versions[position];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span className="branch" role="group" aria-label={`Version ${position} of ${versions.length}`}>
      <button
        type="button"
        aria-label="Earlier version"
        disabled={earlier === undefined}
        onClick={() => earlier !== undefined && onLook(earlier)}
      >
        <Icon of={ChevronLeft} isSmall />
      </button>
      {position}/{versions.length}
      <button
        type="button"
        aria-label="Later version"
        disabled={later === undefined}
        onClick={() => later !== undefined && onLook(later)}
      >
        <Icon of={ChevronRight} isSmall />
      </button>
    </span>
  );
}
