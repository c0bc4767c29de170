import { useEffect, useState } from 'react';
import { messageOfHash } from './message-hash.ts';

/** A message to go to. Each request is a new object, since the same message may be requested again. */
export interface MessageTarget {
  messageId: string;
}

/** The message that the page's address links to; `null`: none. */
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
