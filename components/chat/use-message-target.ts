import { useEffect, useState } from 'react';
import { messageOfHash } from './message-hash.ts';

/** A message that somebody was led to. Each time is an object of its own: the same message may be asked for again. */
export interface MessageTarget {
  messageId: string;
}

/** The message that the page's address leads to; `null`: it leads to none. */
export function useMessageTarget(): MessageTarget | null {
  const [target, setTarget] = useState<MessageTarget | null>(null);
  useEffect(() => {
    const read = () => {
      const messageId = messageOfHash(window.location.hash);
      if (messageId !== null) setTarget({ messageId });
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return target;
}
