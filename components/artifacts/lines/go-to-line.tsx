'use client';

import { type FormEvent, useEffect, useRef } from 'react';
import { type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';

/** A small field over the lines: enter `40` or `40-62` to go there and select those lines. */
export function GoToLine(props: {
  lastNumber: number;
  onGo: (lines: LineRange) => void;
  onClose: (isCancelled: boolean) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = parseLineRange(field.current?.value ?? '');
    if (!lines || lines.from > props.lastNumber) return field.current?.select();
    props.onGo({ from: lines.from, to: Math.min(lines.to, props.lastNumber) });
  };
  return (
    <form className="goto field" onSubmit={submit}>
      <input
        ref={field}
        aria-label="Go to line"
        placeholder={`Line, 1–${props.lastNumber}`}
        inputMode="numeric"
        onBlur={() => props.onClose(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Prevented: the page's own Esc would close the panel as well.
          event.preventDefault();
          props.onClose(true);
        }}
      />
    </form>
  );
}
