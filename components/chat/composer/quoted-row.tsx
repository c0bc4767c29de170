'use client';

import { Reply, X } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { AssistantItem, UserItem } from '#lib/core/conversation/thread-items.ts';

/** Above the text: the message that the next one answers. */
export function QuotedRow({ quoted, onClose }: { quoted: UserItem | AssistantItem; onClose: () => void }) {
  return (
    <div className="quoted-row">
      <Icon of={Reply} isSmall />
      <span className="clip grow">
        <b>{quoted.kind === 'user' ? quoted.author.name : 'Agent'}</b>{' '}
        {quoted.content.replace(/\s+/g, ' ').slice(0, 200)}
      </span>
      <IconButton icon={X} label="Do not reply to this message" onClick={onClose} />
    </div>
  );
}
