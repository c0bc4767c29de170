'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { setPageCookie } from '../ui/set-page-cookie.ts';
import type { Hint } from './hints.ts';

interface Hints {
  current: Hint | null;
  close(): void;
}

const HintsContext = createContext<Hints | null>(null);

/** Shows the hints of the example one by one; a dismissed one stays hidden in this browser. */
export function ExampleHints(props: { hints: readonly Hint[]; closedCount: number; children: ReactNode }) {
  'use memo';
  const [closedCount, setClosedCount] = useState(props.closedCount);
  const current = props.hints[closedCount] ?? null;
  const value = {
    current,
    close() {
      setPageCookie('vt_example_hints', String(closedCount + 1));
      setClosedCount(closedCount + 1);
    },
  };
  return <HintsContext value={value}>{props.children}</HintsContext>;
}

/** A card with room for the hint beside it; outside the example, just the card. */
export function HintedCard({ toolCallId, children }: { toolCallId: string; children: ReactNode }) {
  const hints = useContext(HintsContext);
  if (hints === null) return <>{children}</>;
  const { current, close } = hints;
  return (
    <div className="hinted-card">
      {children}
      {current?.toolCallId === toolCallId && (
        <aside className="card-hint" aria-label="Hint">
          <b>{current.title}</b>
          <p>
            {current.text}
            {current.key !== undefined && <span className="wide-only"> Or press {current.key}.</span>}
          </p>
          <button type="button" className="btn plain" onClick={close}>
            Got it
          </button>
        </aside>
      )}
    </div>
  );
}
