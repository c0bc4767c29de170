'use client';

import { type ReactNode, use, useState } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { lazyPart } from '../ui/lazy-component.tsx';
import { setPageCookie } from '../ui/set-page-cookie.ts';
import { HintsContext } from './hints-context.ts';

const CardHint = lazyPart(async () => (await import('./card-hint.tsx')).CardHint);

/** Shows the hints of the example one by one; a dismissed one stays hidden in this browser. */
export function ExampleHints(props: {
  toolCalls: ConversationState['toolCalls'];
  closedCount: number;
  children: ReactNode;
}) {
  'use memo';
  const [closedCount, setClosedCount] = useState(props.closedCount);
  const value = {
    toolCalls: props.toolCalls,
    closedCount,
    close() {
      setPageCookie('vt_example_hints', String(closedCount + 1));
      setClosedCount(closedCount + 1);
    },
  };
  return <HintsContext value={value}>{props.children}</HintsContext>;
}

/** A card with room for the hint beside it; outside the example, just the card. */
export function HintedCard({ toolCallId, children }: { toolCallId: string; children: ReactNode }) {
  if (use(HintsContext) === null) return <>{children}</>;
  return (
    <div className="hinted-card">
      {children}
      <CardHint toolCallId={toolCallId} />
    </div>
  );
}
