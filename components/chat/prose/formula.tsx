'use client';

import 'katex/dist/katex.min.css';
import katex from 'katex';
import { useLayoutEffect, useRef, useState } from 'react';

/** Longer ones are shown as their source. */
const longestSource = 10_000;

/** A formula, set; its source where that is no formula, or where it grows without end. */
export function Formula({ source, isDisplay }: { source: string; isDisplay: boolean }) {
  const element = useRef<HTMLSpanElement>(null);
  const [fault, setFault] = useState<{ source: string; message: string } | null>(null);
  const isLong = source.length > longestSource;
  const isFaulty = isLong || fault?.source === source;
  useLayoutEffect(() => {
    if (!element.current || isFaulty) return;
    try {
      // Nothing in it leads anywhere or loads anything, and what it may expand and how large it gets is bounded.
      katex.render(source, element.current, {
        displayMode: isDisplay,
        trust: false,
        strict: 'ignore',
        maxExpand: 500,
        maxSize: 20,
      });
    } catch (error) {
      setFault({ source, message: error instanceof Error ? error.message : String(error) });
    }
  }, [source, isDisplay, isFaulty]);
  return isFaulty ? (
    <code className="formula-source" title={isLong ? 'Too long to be set' : fault?.message}>
      {source}
    </code>
  ) : (
    <span ref={element} className={isDisplay ? 'formula is-display' : 'formula'} />
  );
}
