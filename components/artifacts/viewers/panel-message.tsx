import { Hourglass, Lock, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { callLine } from '../text/describe-call.ts';
import { HiddenText } from '../text/hidden-text.tsx';
import { shortHash } from '../text/short-hash.ts';
import { usePresentation } from './presentation-context.ts';

/** Shown when there are no lines to show. */
export function PanelMessage(props: {
  about: ArtifactMetadata | 'missing' | 'failed';
  /** Actions for an expired artifact. */
  children?: ReactNode;
}) {
  const { about } = props;
  const presentation = usePresentation();
  if (about === 'missing') {
    return (
      <div className="mid-empty">
        <Icon of={Lock} />
        <b>Nothing to show here</b>
        The link is wrong, has ended, or is not meant for this account.
      </div>
    );
  }
  if (about === 'failed') {
    return (
      <div className="mid-empty">
        <Icon of={WifiOff} />
        <b>Could not load this artifact</b>
        The server did not answer. Close the panel and open the artifact again.
      </div>
    );
  }
  const line = callLine(about.tool, about.arguments);
  return (
    <div className="mid-empty">
      <Icon of={Hourglass} />
      <b>
        {about.isEvicted ? 'Removed to free space' : 'Expired'}
        {!about.isEvicted && about.expiresAt && (
          <>
            {' at '}
            <TimeText iso={about.expiresAt} />
          </>
        )}
      </b>
      This was {formatBytes(about.byteLength)} of {presentation?.stuff ?? 'data'},{' '}
      {presentation?.by ?? 'shown by'} {about.author.name}.
      <span className="mono clip was-called" title={line}>
        <HiddenText text={line} />
      </span>
      {about.sha256 && (
        <span className="mono" title={`sha256 ${about.sha256}`}>
          sha256 {shortHash(about.sha256)}
        </span>
      )}
      {props.children}
    </div>
  );
}
