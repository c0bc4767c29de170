'use client';

import { Archive } from 'lucide-react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { Icon } from '../ui/icon.tsx';
import { ConversationRow } from './conversation-row.tsx';

interface ListProps {
  conversations: ListedConversation[];
  currentConversationId: string | null;
  onChanged: () => void;
}

/** The active conversations, and the archived ones folded below them. */
export function ConversationList(props: ListProps) {
  const atHand = props.conversations.filter(({ archivedAt }) => archivedAt === null);
  const archived = props.conversations.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      {atHand.length === 0 && (
        <p className="side-none">
          {archived.length === 0
            ? 'No conversations yet. What you or your team start shows up here.'
            : 'All conversations are archived.'}
        </p>
      )}
      <Rows {...props} conversations={atHand} />
      {archived.length > 0 && (
        <details
          className="archived"
          open={archived.some(({ id }) => id === props.currentConversationId) || undefined}
        >
          <summary className="row">
            <Icon of={Archive} isSmall />
            Archived
            <span className="q">{archived.length}</span>
          </summary>
          <Rows {...props} conversations={archived} />
        </details>
      )}
    </>
  );
}

const Rows = ({ conversations, currentConversationId, onChanged }: ListProps) => (
  <ul>
    {conversations.map((conversation) => (
      <ConversationRow
        key={conversation.id}
        conversation={conversation}
        isCurrent={conversation.id === currentConversationId}
        onChanged={onChanged}
      />
    ))}
  </ul>
);
