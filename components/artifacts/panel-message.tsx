import { Hourglass, Lock, WifiOff } from 'lucide-react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { formatBytes } from '../../lib/core/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { artifactLooks } from './artifact-look.ts';

/** In place of the lines, when there are none to show. */
export function PanelMessage({ about }: { about: ArtifactMetadata | 'missing' | 'failed' }) {
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
        <b>Could not load this</b>
        The server did not answer. Close it and open it again.
      </div>
    );
  }
  return (
    <div className="mid-empty">
      <Icon of={Hourglass} />
      <b>
        Expired{about.expiresAt && ' at '}
        {about.expiresAt && <TimeText iso={about.expiresAt} />}
      </b>
      It was {formatBytes(about.byteLength)} of {artifactLooks[about.type].stuff}, run by {about.author.name}.
    </div>
  );
}
