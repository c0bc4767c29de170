'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPart, lazyPopup } from '../ui/lazy-component.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PrivateMark } from '../ui/private-mark.tsx';
import { useMenuButton } from '../ui/use-menu-button.ts';

const ConversationRowMenu = lazyPopup(
  async () => (await import('./conversation-row-menu.tsx')).ConversationRowMenu,
);

const RenameField = lazyPart(async () => (await import('./rename-field.tsx')).RenameField);

const DeleteConversationDialog = lazyPopup(
  async () => (await import('./delete-conversation-dialog.tsx')).DeleteConversationDialog,
);

/** The menus of rows, and what they open. */
export const preloadRowActions = (): void => {
  ConversationRowMenu.preload();
  RenameField.preload();
  DeleteConversationDialog.preload();
};

export function ConversationRow(props: {
  conversation: ListedConversation;
  isCurrent: boolean;
  onChanged: () => void;
}) {
  const { conversation, isCurrent, onChanged } = props;
  const [mode, setMode] = useState<'row' | 'rename' | 'delete'>('row');
  // The open conversation is read as its messages arrive.
  const unreadCount = isCurrent ? 0 : conversation.unreadCount;
  const { buttonProps, menuProps } = useMenuButton(ConversationRowMenu);
  const done = () => setMode('row');

  if (mode === 'rename') {
    return (
      <li>
        <RenameField conversation={conversation} onRenamed={onChanged} onDone={done} />
      </li>
    );
  }
  return (
    <li className="row-line">
      <PageLink
        className="row"
        href={`/c/${conversation.id}`}
        {...(isCurrent ? { 'aria-current': 'page' } : {})}
      >
        <span className={unreadCount > 0 ? 'clip unread' : 'clip'}>{conversation.title}</span>
        {conversation.recordedAt !== undefined && <span className="example-tag">example</span>}
        {conversation.audience !== 'team' && <PrivateMark />}
        {conversation.isWorking && <WorkingMark />}
        {unreadCount > 0 && <UnreadMark count={unreadCount} isMentioned={conversation.isMentioned} />}
      </PageLink>
      <button {...buttonProps} className="icon-btn" aria-label={`More: ${conversation.title}`}>
        <Icon of={Ellipsis} />
      </button>
      <ConversationRowMenu
        {...menuProps}
        conversation={conversation}
        onRename={() => setMode('rename')}
        onDelete={() => setMode('delete')}
        onChanged={onChanged}
      />
      <DeleteConversationDialog {...props} isOpen={mode === 'delete'} onClose={done} />
    </li>
  );
}

/** From 100 on they are not counted. */
const UnreadMark = ({ count, isMentioned }: { count: number; isMentioned: boolean }) => (
  <span className="unread-mark">
    <span aria-hidden="true">
      {isMentioned && '@ '}
      {count > 99 ? '99+' : count}
    </span>
    <span className="vh">{isMentioned ? `${count} unread, you are mentioned` : `${count} unread`}</span>
  </span>
);

const WorkingMark = () => (
  <span className="working-mark" title="The agent is working">
    <span className="vh">The agent is working</span>
  </span>
);
