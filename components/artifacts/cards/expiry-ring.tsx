'use client';

import { useInExample } from '#components/example/in-example.tsx';
import { formatTimeLeft, timeFormats } from '#components/ui/format-time.ts';
import { useNow } from '#components/ui/use-now.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { conversationEnd } from '#lib/core/vocabulary/lifetime.ts';
import { keepForDay } from './keep-actions.ts';
import type { Keeping } from './use-keeping.ts';

const circumference = 2 * Math.PI * 6;
const soonMs = 5 * 60_000;

/** Time left until the bytes expire. Empties clockwise, full when kept; under five minutes it offers Keep. */
export function ExpiryRing(props: {
  metadata: Pick<ArtifactMetadata, 'createdAt' | 'expiresAt'>;
  /** `null`: it cannot be kept from here. */
  keeping: Keeping | null;
}) {
  const { metadata, keeping } = props;
  const now = useNow('quarterMinute');
  const isInExample = useInExample();
  if (metadata.expiresAt === null) {
    const stays = { text: 'Stays', spare: { text: ' with the example', isWideOnly: true } };
    return <Ring className="kept" part={1} {...(isInExample ? stays : { text: 'Kept' })} />;
  }
  if (now === null) return null;
  if (metadata.expiresAt === conversationEnd) {
    return (
      <Ring
        className="kept"
        part={1}
        text="Stays"
        spare={{ text: ' with this conversation', isWideOnly: true }}
      />
    );
  }
  const endMs = Date.parse(metadata.expiresAt);
  const leftMs = endMs - now;
  const text = formatTimeLeft(leftMs);
  if (text === null) return <span className="ring">expired</span>;
  const left = { text, spare: { text: ' left', isWideOnly: true } };
  const part = Math.min(1, leftMs / Math.max(1, endMs - Date.parse(metadata.createdAt)));
  if (leftMs >= soonMs) {
    return keeping?.isKept ? (
      <Ring
        className="kept"
        part={1}
        text="Kept"
        spare={{ text: ` until ${timeFormats().near(new Date(endMs))}`, isWideOnly: false }}
      />
    ) : (
      <Ring className="" part={part} {...left} />
    );
  }
  return (
    <>
      <Ring className="soon" part={part} {...left} />
      {keeping && (
        <button
          type="button"
          className="btn slim"
          title={keepForDay.label}
          onClick={() => keeping.keep(keepForDay.ttlSeconds)}
        >
          Keep
        </button>
      )}
    </>
  );
}

export function Ring(props: {
  className: string;
  part: number;
  text: string;
  /** Text to show beside the ring where there is room; the ring's own label says as much. */
  spare?: { text: string; isWideOnly: boolean };
}) {
  const { text, spare } = props;
  return (
    <span className={`ring ${props.className}`.trim()} title={`${text}${spare?.text ?? ''}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="6" strokeDasharray={`${props.part * circumference} ${circumference}`} />
      </svg>
      <span>
        {text}
        {spare && <span className={spare.isWideOnly ? 'wide-only spare' : 'spare'}>{spare.text}</span>}
      </span>
    </span>
  );
}
