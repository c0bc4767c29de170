'use client';

import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { formatTime, formatTimeLeft } from '../ui/format-time.ts';
import { useNow } from '../ui/use-now.ts';
import type { Keeping } from './use-keeping.ts';

const circumference = 2 * Math.PI * 6;
const soonMs = 5 * 60_000;
const daySeconds = 86_400;

/** How long the bytes stay. Empties clockwise; kept, it is full; under five minutes it warns, and Keep is one click away. */
export function ExpiryRing(props: {
  metadata: Pick<ArtifactMetadata, 'createdAt' | 'expiresAt'>;
  /** `null`: it cannot be kept from here. */
  keeping: Keeping | null;
}) {
  const { metadata, keeping } = props;
  const now = useNow('quarterMinute');
  if (metadata.expiresAt === null) return <Ring className="kept" part={1} text="Kept" />;
  if (now === null) return null;
  const endMs = Date.parse(metadata.expiresAt);
  const leftMs = endMs - now;
  const text = formatTimeLeft(leftMs);
  if (text === null) return <span className="ring">expired</span>;
  const part = Math.min(1, leftMs / Math.max(1, endMs - Date.parse(metadata.createdAt)));
  if (leftMs >= soonMs) {
    return keeping?.isKept ? (
      <Ring className="kept" part={1} text={`Kept until ${formatTime.near(new Date(endMs))}`} />
    ) : (
      <Ring className="" part={part} text={text} />
    );
  }
  return (
    <>
      <Ring className="soon" part={part} text={text} />
      {keeping && (
        <button
          type="button"
          className="btn slim"
          title="Keep for 1 day"
          onClick={() => keeping.keep(daySeconds)}
        >
          Keep
        </button>
      )}
    </>
  );
}

export function Ring({ className, part, text }: { className: string; part: number; text: string }) {
  // Where there is no room the ring itself says as much.
  const spare = / left$| until .*$/.exec(text)?.[0];
  return (
    <span className={`ring ${className}`.trim()} title={text}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="6" strokeDasharray={`${part * circumference} ${circumference}`} />
      </svg>
      <span>
        {spare === undefined ? text : text.slice(0, -spare.length)}
        {spare !== undefined && (
          <span className={spare === ' left' ? 'wide-only spare' : 'spare'}>{spare}</span>
        )}
      </span>
    </span>
  );
}
