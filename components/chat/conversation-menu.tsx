'use client';

import { Bookmark, FileBraces, FileText, Lock } from 'lucide-react';
import { useState } from 'react';
import type { Audience, Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { lazyPopup, usePreload } from '../ui/lazy-component.tsx';
import type { MenuAction } from '../ui/menu-action.ts';
import { sendJson } from '../ui/request-json.ts';
import { RowMenu } from '../ui/row-menu.tsx';
import type { ConversationDialog } from './conversation-dialogs.tsx';

const Dialogs = lazyPopup(async () => (await import('./conversation-dialogs.tsx')).ConversationDialogs);

/** Actions on a whole conversation. */
export function ConversationMenu(props: {
  conversation: Conversation;
  audience: Audience;
  session: SessionInfo;
}) {
  const { audience, session } = props;
  const { id, createdBy } = props.conversation;
  usePreload(Dialogs.preload);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<ConversationDialog>('instructions');
  const [error, setError] = useState<string | null>(null);
  const show = (dialog: ConversationDialog) => {
    setShown(dialog);
    setIsOpen(true);
  };
  // Who sees the page may use its workspace.
  const subject = { kind: 'conversation', conversation: { createdBy, audience, workspace: '' } } as const;
  const choose: MenuAction[] =
    session.isTeam && may(session.member, 'manage', subject)
      ? [{ label: 'Who can see this', icon: Lock, onSelect: () => show('audience') }]
      : [];
  // The response is a download, so the page stays open.
  const save = (format: 'markdown' | 'json') =>
    window.location.assign(`/api/conversations/${id}/export?format=${format}`);
  // What is kept says so on its card.
  const keepAll = async () => {
    setError(null);
    const result = await sendJson('POST', `/api/conversations/${id}/keep`, { ttlSeconds: null });
    if (!result.ok) setError(result.error);
  };
  return (
    <>
      {error && (
        <span className="bad small clip" role="alert">
          {error}
        </span>
      )}
      <RowMenu
        label="More about this conversation"
        actions={[
          ...choose,
          { label: 'Instructions', icon: FileText, onSelect: () => show('instructions') },
          { label: 'Keep all results', icon: Bookmark, onSelect: () => void keepAll() },
          { label: 'Export as Markdown', icon: FileText, onSelect: () => save('markdown') },
          { label: 'Export as JSON', icon: FileBraces, onSelect: () => save('json') },
        ]}
      />
      <Dialogs
        isOpen={isOpen}
        shown={shown}
        conversation={props.conversation}
        audience={audience}
        member={session.member}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
