'use client';

import type { ReactNode } from 'react';
import { AttachedCards } from '#components/artifacts/cards/attached-cards.tsx';
import { hasView } from '#lib/core/conversation/attached-view.ts';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { saidItem, type ThreadTree } from '#lib/core/conversation/thread-tree.ts';
import { UserMessage } from '../user-message.tsx';
import {
  LazyEditMessage,
  LazyMessageMarks,
  LazyMessageTools,
  LazyQuoteLine,
  LazyReactionsRow,
} from './lazy-message-parts.ts';

/** A message of a person in the thread. */
export function UserTurn(props: {
  item: UserItem;
  tree: ThreadTree;
  memberId: string;
  isEditing: boolean;
  hasReactions: boolean;
  /** When the agent read a message to the team; `null`: it has not, or the message was to it. */
  readAt: string | null;
  children?: ReactNode;
}) {
  const { item, memberId, hasReactions } = props;
  const { author, attachments, messageId, isDeleted } = item;
  const quoted = item.quotes === null ? null : saidItem(props.tree, item.quotes);
  return (
    <UserMessage
      messageId={messageId}
      authorId={author.id}
      name={author.name}
      text={item.content}
      isDeleted={isDeleted}
      attachments={attachments.filter((one) => !hasView(one))}
      cards={<AttachedCards message={item} />}
      mentions={item.mentions}
      memberId={memberId}
      timestamp={item.timestamp}
      edit={props.isEditing ? <LazyEditMessage item={item} /> : null}
      quote={quoted && <LazyQuoteLine quoted={quoted} />}
      foot={hasReactions && <LazyReactionsRow messageId={messageId} />}
      head={
        <>
          {(item.runId === null || item.isEdited || item.via !== null) && (
            <LazyMessageMarks item={item} readAt={props.readAt} />
          )}
          <LazyMessageTools
            nodeId={messageId}
            messageId={messageId}
            text={item.content}
            kind={author.id === memberId ? 'own' : 'person'}
            isDeleted={isDeleted}
          />
        </>
      }
    />
  );
}
