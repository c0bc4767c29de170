'use client';

import type { ArtifactEntry } from '#lib/core/api/artifact-list.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { artifactUrl } from '../artifacts/api/artifact-api.ts';
import { CompareView } from '../artifacts/panel/compare/compare-view.tsx';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { useResource } from '../ui/use-resource.ts';

/** The changes from one artifact to another. */
export function ComparePopup(props: {
  isOpen: boolean;
  /** The older one first; `null` until it is first opened. */
  pair: readonly [ArtifactEntry, ArtifactEntry] | null;
  onClose: () => void;
}) {
  const { pair } = props;
  const { value } = useResource<{ metadata: ArtifactMetadata }>(
    pair && `${artifactUrl(pair[1].artifactId)}?format=metadata`,
  );
  return (
    <DialogPopup isOpen={props.isOpen} onClose={props.onClose} title={pair?.[1].title ?? ''} size="large">
      {pair && value && (
        <CompareView
          metadata={value.metadata}
          other={{ artifactId: pair[0].artifactId, timestamp: pair[0].createdAt }}
          noun="one"
          isWrapped={false}
          onClose={props.onClose}
        />
      )}
    </DialogPopup>
  );
}
