'use client';

import { use } from 'react';
import { hintsOf } from './hints.ts';
import { HintsContext } from './hints-context.ts';

/** The present hint, beside the card that it is about. */
export function CardHint({ toolCallId }: { toolCallId: string }) {
  const hints = use(HintsContext);
  const current = hints && hintsOf(hints)[hints.closedCount];
  if (!hints || current?.toolCallId !== toolCallId) return null;
  return (
    <aside className="card-hint" aria-label="Hint">
      <b>{current.title}</b>
      <p>
        {current.text}
        {current.key !== undefined && <span className="wide-only"> Or press {current.key}.</span>}
      </p>
      <button type="button" className="btn plain" onClick={hints.close}>
        Got it
      </button>
    </aside>
  );
}
