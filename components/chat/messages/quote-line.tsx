import type { MouseEvent } from 'react';
import type { AssistantItem, UserItem } from '#lib/core/conversation/thread-items.ts';
import { goToMessage } from '../message-hash.ts';
import { quoteWords } from './quote-words.ts';

/** The message that another one answers, on one line; pressing it goes there. */
export function QuoteLine({ quoted }: { quoted: UserItem | AssistantItem }) {
  const go = (event: MouseEvent) => {
    event.preventDefault();
    goToMessage(quoted.messageId);
  };
  return (
    <a className="quote" href={`#${quoted.messageId}`} onClick={go}>
      <b>{quoted.kind === 'user' ? quoted.author.name : 'Agent'}</b>
      <span className="clip">{quoteWords(quoted.content) || 'a message'}</span>
    </a>
  );
}
