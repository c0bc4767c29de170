'use client';

import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { dayTitle, groupByTitle } from '../ui/day-title.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyContent } from '../ui/lazy-component.tsx';
import { useReadingTime } from '../ui/use-reading-time.ts';
import { ConversationRow } from './conversation-row.tsx';

interface ListProps {
  conversations: ListedConversation[];
  currentConversationId: string | null;
  onChanged: () => void;
}

const WaitingRows = lazyContent(
  'waiting',
  async () => (await import('./waiting-rows.tsx')).WaitingRows,
  () => null,
);

/** Rows that are shown at first, and more with each click. */
const rowsAtOnce = 100;

/** What waits for the reader, the active conversations by day, and the archived ones folded below them. */
export function ConversationList(props: ListProps & { renderedAt: string }) {
  const [maxRows, setMaxRows] = useState(rowsAtOnce);
  const time = useReadingTime(props.renderedAt);
  const active = props.conversations.filter(({ archivedAt }) => archivedAt === null);
  const waiting = active.filter((one) => one.isWaitingForMe || one.isMentioned);
  const archived = props.conversations.filter(({ archivedAt }) => archivedAt !== null);
  const groups = groupByTitle(active.slice(0, maxRows), ({ isPinned, updatedAt }) =>
    isPinned ? 'Pinned' : dayTitle(updatedAt, time),
  );
  return (
    <>
      {waiting.length > 0 && <WaitingRows conversations={waiting} nowMs={time.isKnown ? time.nowMs : null} />}
      {active.length === 0 && (
        <>
          <h2>Conversations</h2>
          <p className="side-none">
            {archived.length === 0
              ? 'No conversations yet. What you or your team start shows up here.'
              : 'All conversations are archived.'}
          </p>
        </>
      )}
      {groups.map(([title, conversations]) => (
        <div key={title}>
          <h2>{title}</h2>
          <Rows {...props} conversations={conversations} />
        </div>
      ))}
      {active.length > maxRows && (
        <button type="button" className="row" onClick={() => setMaxRows(maxRows + rowsAtOnce)}>
          Show older
        </button>
      )}
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
