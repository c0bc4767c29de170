import { TriangleAlert } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { shortHash } from '../text/short-hash.ts';

/**
 * Warns when a view does not match what was recorded. It is still shown, but marked: neither view is trusted.
 */
export function MismatchNote(props: { views: ArtifactViews | null; metadata: ArtifactMetadata | null }) {
  const { views, metadata } = props;
  if (metadata === null || !views?.check || views.relation !== 'mismatch') return null;
  const { check } = views;
  const { recordedSha256, actualSha256 } = check;
  return (
    <div className="mismatch-note">
      <div className="note bad">
        <Icon of={TriangleAlert} />
        <div className="grow">
          {actualSha256 !== recordedSha256 && (
            <p>
              {actualSha256 === null ? 'The stored bytes of ' : 'These bytes are not the ones recorded at '}
              <TimeText iso={metadata.createdAt} />
              {actualSha256 === null ? ' are missing. ' : '. '}
              <span className="mid">
                Recorded <span className="mono">{shortHash(recordedSha256)}</span>
                {actualSha256 !== null && (
                  <>
                    , found <span className="mono">{shortHash(actualSha256)}</span>
                  </>
                )}
                .
              </span>
            </p>
          )}
          {check.isViewAsSent === false && (
            <p>
              The text stored as “What the model saw” differs from what was sent.{' '}
              <span className="mid">You see what was sent, from the conversation’s log.</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
