'use client';

import { Reply, X } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { AssistantItem, UserItem } from '#lib/core/conversation/thread-items.ts';
import { quoteWords } from '../messages/quote-words.ts';

/** Above the text: the message that the next one answers. */
export function QuotedRow({ quoted, onClose }: { quoted: UserItem | AssistantItem; onClose: () => void }) {
  return (
    <div className="quoted-row">
      <Icon of={Reply} isSmall />
      <span className="clip grow">
        <b>{quoted.kind === 'user' ? quoted.author.name : 'Agent'}</b> {quoteWords(quoted.content)}
      </span>
      <IconButton icon={X} label="Do not reply to this message" onClick={onClose} />
    </div>
  );
}
