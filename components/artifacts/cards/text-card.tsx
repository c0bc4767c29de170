'use client';

import { FileText, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { TitleKind } from '../text/title-text.tsx';
import { CardActions } from './card-actions.tsx';
import { CardHead } from './card-head.tsx';
import { ReadLabel } from './read-label.tsx';
import { SeenText } from './seen-text.tsx';
import { SplitOffer } from './split-offer.tsx';
import { TokenChip } from './token-chip.tsx';

/** A result with no stored artifact: the text the model got is all there is. It can be copied, not shared. */
export function TextCard(props: {
  icon?: LucideIcon;
  title: string;
  titleKind: TitleKind;
  meta?: ReactNode;
  call: ToolCallState;
  telemetry: ToolTelemetry;
  text: string;
}) {
  const { telemetry, text } = props;
  const [isFlipped, setIsFlipped] = useState(false);
  const flip = () => setIsFlipped(!isFlipped);
  return (
    <article className="card" data-card tabIndex={-1} aria-label={props.title}>
      <CardHead
        icon={props.icon ?? FileText}
        title={props.title}
        titleKind={props.titleKind}
        meta={props.meta}
      >
        <CardActions
          isFlipped={isFlipped}
          onFlip={flip}
          readText={() => text}
          onShare={null}
          onRerun={null}
          keeping={null}
          onOpen={null}
          isOpen={false}
        />
      </CardHead>
      {text !== '' && (
        <div className={isFlipped ? 'card-body reverse' : 'card-body'}>
          <SeenText text={text} />
        </div>
      )}
      <SplitOffer toolName={props.call.toolName} telemetry={telemetry} />
      <footer className="card-label">
        <TokenChip telemetry={telemetry} isFlipped={isFlipped} onFlip={flip} />
        <ReadLabel source={props.call} views={null} />
        {isFlipped && <span className="card-remark clip">Both views are the same bytes.</span>}
      </footer>
    </article>
  );
}
