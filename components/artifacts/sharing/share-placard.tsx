'use client';

import { formatCount } from '#components/ui/format-number.ts';
import { timeFormats } from '#components/ui/format-time.ts';
import { TimeText } from '#components/ui/time-text.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Share } from '#lib/core/vocabulary/share.ts';
import { Ring } from '../cards/expiry-ring.tsx';
import { callLine } from '../text/describe-call.ts';

/** An artifact's provenance: what made it, who asked, when, its size, its hash, and when the link ends. */
export function SharePlacard({ share, metadata }: { share: Share; metadata: ArtifactMetadata }) {
  return (
    <aside className="placard" aria-label="Provenance">
      <dl>
        <div>
          <dt>Made by</dt>
          <dd className="mono">{callLine(metadata.tool, metadata.arguments)}</dd>
        </div>
        <div>
          <dt>Asked by</dt>
          <dd>{metadata.author.name}</dd>
        </div>
        <div>
          <dt>On</dt>
          <dd>
            <TimeText iso={metadata.createdAt} as="full" />
          </dd>
        </div>
        <div>
          <dt>{share.lines === null ? 'Size' : 'These lines'}</dt>
          <dd>
            {metadata.lineCount !== null && `${formatCount(metadata.lineCount, 'line')}, `}
            {formatBytes(metadata.byteLength)}
          </dd>
        </div>
        {metadata.sha256 && (
          <div>
            <dt>{share.lines === null ? 'SHA-256' : 'SHA-256 of these lines'}</dt>
            <dd className="mono">
              <Hash sha256={metadata.sha256} />
            </dd>
          </div>
        )}
        {share.commit && (
          <div>
            <dt>Workspace at</dt>
            <dd className="mono" title={share.commit}>
              commit {share.commit.slice(0, 12)}
            </dd>
          </div>
        )}
        <div>
          <dt>Link ends</dt>
          <dd>
            <LinkEnds share={share} />
            {share.maxViews !== null && (
              <div className="dim small">or after {formatCount(share.maxViews, 'view')}</div>
            )}
          </dd>
        </div>
      </dl>
      <p className="end">
        A frozen copy: it stays as it was shared. Nothing else of the conversation can be reached from here.
      </p>
    </aside>
  );
}

/** In groups of eight characters, two per line. */
function Hash({ sha256 }: { sha256: string }) {
  const groups = sha256.match(/.{1,8}/g) ?? [];
  return <span className="hash">{groups.join(' ')}</span>;
}

const dayMs = 24 * 3_600_000;

function LinkEnds({ share }: { share: Share }) {
  const now = useNow('quarterMinute');
  if (now === null) return <TimeText iso={share.expiresAt} as="day" />;
  const endMs = Date.parse(share.expiresAt);
  const leftMs = Math.max(0, endMs - now);
  const part = leftMs / Math.max(1, endMs - Date.parse(share.createdAt));
  const days = Math.round(leftMs / dayMs);
  const end = new Date(endMs);
  const text =
    days >= 1
      ? `${timeFormats()['long-day'](end)}, in ${formatCount(days, 'day')}`
      : `${timeFormats()['day-clock'](end)}`;
  return <Ring className="kept" part={Math.min(1, part)} text={text} />;
}
