'use client';

import { ArrowDown } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useStickToBottom } from '#components/ui/use-stick-to-bottom.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { previewLines } from '../viewers/line-card.ts';
import type { LiveTail, TailLines } from '../viewers/terminal/live-tail.ts';
import { moreHeight, terminalHeight } from '../viewers/terminal/terminal-heights.ts';
import { TerminalLines } from '../viewers/terminal/terminal-lines.tsx';

interface LiveProps {
  /** `null`: its code is not there yet. */
  tail: LiveTail | null;
  newest: TailLines;
  /** Lines so far; `null`: it is not text. */
  lineCount: number | null;
  /** Height in px of the output it replaces, so that what is below does not move. */
  minHeight: number;
  /** Called with whether the newest lines are followed. */
  onFollow: (isFollowing: boolean) => void;
  onOpen: () => void;
}

/** An output while it grows, starting at its first line. */
export function LiveBody(props: LiveProps) {
  const { metadata, lines } = props.newest;
  if (metadata !== null && lines.length > 0) return <LiveLines {...props} metadata={metadata} />;
  return props.minHeight > 0 && <div className="card-body" style={{ height: props.minHeight }} />;
}

/**
 * Shows the newest lines and follows them until somebody scrolls up. The height only grows, up to that of a
 * complete output, so that nothing above moves and nothing jumps when it ends.
 */
function LiveLines(props: LiveProps & { metadata: ArtifactMetadata }) {
  const { tail, newest, metadata, lineCount, onFollow, onOpen } = props;
  const { scroller, content, isAway, toEnd } = useStickToBottom({ isOn: true, isStuck: true });
  // Before the button for new lines appears: from then on no line moves.
  useLayoutEffect(() => {
    tail?.follow(!isAway);
    onFollow(!isAway);
  }, [tail, onFollow, isAway]);
  const total = lineCount ?? 0;
  const rows = Math.min(previewLines, newest.lines.length);
  const hasMore = total > previewLines;
  const height = Math.max(terminalHeight(rows), props.minHeight - (hasMore ? moreHeight : 0));
  const last = newest.from + newest.lines.length - 1;
  return (
    <>
      <div className="card-body" style={{ height }}>
        <div ref={scroller} className="live-lines" aria-live="off" {...scrollRegion('Output')}>
          <div className="code no-gutter" ref={content}>
            <TerminalLines newest={newest} metadata={metadata} max={null} />
          </div>
        </div>
      </div>
      {hasMore && (
        <div className="card-more">
          {isAway ? (
            <span className="grow">
              <button type="button" className="link live-end" onClick={toEnd}>
                <Icon of={ArrowDown} isSmall />
                {total > last ? formatCount(total - last, 'new line') : 'To the end'}
              </button>
            </span>
          ) : (
            <span className="grow">
              {formatNumber(rows)} of {formatNumber(total)} lines, from L{formatNumber(last - rows + 1)}
            </span>
          )}
          <button type="button" className="link" onClick={onOpen}>
            Full output
          </button>
        </div>
      )}
    </>
  );
}
