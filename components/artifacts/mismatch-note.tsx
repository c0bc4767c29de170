import { TriangleAlert } from 'lucide-react';
import type { SidesCheck } from '../../lib/core/artifact-sides.ts';
import { Icon } from '../ui/icon.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { shortHash } from './short-hash.ts';

/** Shown and marked: neither side is trusted. */
export function MismatchNote({ check, createdAt }: { check: SidesCheck; createdAt: string }) {
  const { recordedSha256, foundSha256 } = check;
  return (
    <div className="mismatch-note">
      <div className="note bad">
        <Icon of={TriangleAlert} />
        <div className="grow">
          {foundSha256 !== recordedSha256 && (
            <p>
              {foundSha256 === null ? 'The bytes recorded at ' : 'These bytes are not the ones recorded at '}
              <TimeText iso={createdAt} />
              {foundSha256 === null ? ' are not there. ' : '. '}
              <span className="mid">
                Recorded <span className="mono">{shortHash(recordedSha256)}</span>
                {foundSha256 !== null && (
                  <>
                    , found <span className="mono">{shortHash(foundSha256)}</span>
                  </>
                )}
                .
              </span>
            </p>
          )}
          {check.isViewAsSent === false && (
            <p>
              The text stored as the model’s side is not the one that was sent.{' '}
              <span className="mid">The log has what was sent; it is shown.</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
