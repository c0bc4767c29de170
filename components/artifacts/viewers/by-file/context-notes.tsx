'use client';

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import type { ContextRow } from './context-rows.ts';
import type { OpenContexts } from './open-contexts.ts';

/** A button for more lines at one end of the open context. */
export function MoreRow(props: { row: Extract<ContextRow, { kind: 'more' }>; contexts: OpenContexts }) {
  const { of, at, side, count, isLoading } = props.row;
  const words = isLoading ? 'Loading lines' : formatCount(count, 'more line');
  return (
    <NoteRow>
      <NoteButton
        of={of}
        label={`${words} ${side} line ${at}`}
        isBusy={isLoading}
        onClick={() => props.contexts.widen(of, side)}
      >
        {words}
      </NoteButton>
    </NoteRow>
  );
}

export function LoadingRow({ at }: { at: number }) {
  return (
    <NoteRow>
      <span role="status">Loading lines around line {at}</span>
    </NoteRow>
  );
}

export function FaultRow(props: { row: Extract<ContextRow, { kind: 'fault' }>; contexts: OpenContexts }) {
  const { of, words } = props.row;
  return (
    <NoteRow>
      <span role="status">{words}</span>
      <NoteButton of={of} onClick={() => props.contexts.retry(of)}>
        Try again
      </NoteButton>
    </NoteRow>
  );
}

export function AloneRow() {
  return (
    <NoteRow>
      <span role="status">No more lines in this file.</span>
    </NoteRow>
  );
}

function NoteRow({ children }: { children: ReactNode }) {
  return (
    <div className="ln context-note">
      <span className="around" />
      <span className="at" />
      <span className="context-words">{children}</span>
    </div>
  );
}

/** When the button disappears, the focus returns to its match. */
function NoteButton(props: {
  of: number;
  label?: string;
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { of } = props;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === null || document.activeElement !== own) return;
      own.closest('.hits')?.querySelector<HTMLElement>(`[data-of="${of}"]`)?.focus({ preventScroll: true });
    };
  }, [of]);
  return (
    <button
      ref={button}
      type="button"
      className="link"
      aria-label={props.label}
      aria-busy={props.isBusy}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
