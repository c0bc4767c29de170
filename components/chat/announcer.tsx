'use client';

import { useEffect, useRef, useState } from 'react';
import type { ThreadItem } from '../../lib/core/conversation-state.ts';

/** Reads new messages out: whole ones only, never what is still streaming, and none that were there at the start. */
export function Announcer({ items }: { items: readonly ThreadItem[] }) {
  const known = useRef(items.length);
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = items.slice(known.current);
    known.current = items.length;
    const said = fresh.flatMap((item) =>
      item.kind === 'assistant' && item.content !== '' ? [item.content] : [],
    );
    if (said.length > 0) setText(`Agent: ${said.join(' ')}`);
  }, [items]);
  return (
    <div className="vh" aria-live="polite">
      {text}
    </div>
  );
}
