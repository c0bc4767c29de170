'use client';

import { ChartColumn, FolderGit2, Layers, Plus, Share2, Wrench, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { SignedInRow } from '../team/signed-in-row.tsx';
import { TeamRows } from '../team/team-rows.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { ConversationList } from './conversation-list.tsx';
import type { SessionInfo } from './session-info.ts';
import { useShell } from './shell-context.tsx';
import { KeysDialog, SearchDialog, SettingsDialog } from './sidebar-dialogs.tsx';

/** Marks the current page, or one within it. */
function currentOf(path: string, pathname: string) {
  if (pathname === path) return { 'aria-current': 'page' } as const;
  return pathname.startsWith(`${path}/`) ? ({ 'aria-current': 'true' } as const) : {};
}

export function Sidebar(props: {
  session: SessionInfo;
  conversations: ListedConversation[];
  currentConversationId: string | null;
  onChanged: () => void;
}) {
  const { isSidebarOpen, toggleSidebar } = useShell();
  const pathname = usePathname();
  const current = (path: string) => currentOf(path, pathname);
  const { isTeam, member } = props.session;
  return (
    <nav className={isSidebarOpen ? 'side is-open' : 'side'} aria-label="Conversations">
      <div className="brand">
        <BrandMark />
        <span>Vitrine</span>
        <PageLink className="icon-btn" href="/" aria-label="New conversation" title="New conversation  N">
          <Icon of={Plus} />
        </PageLink>
        {isSidebarOpen && <IconButton icon={X} label="Close" onClick={toggleSidebar} />}
      </div>
      <div className="scroll">
        <SearchDialog session={props.session} conversations={props.conversations} />
        <ConversationList
          renderedAt={props.session.renderedAt}
          conversations={props.conversations}
          currentConversationId={props.currentConversationId}
          onChanged={props.onChanged}
        />
      </div>
      <ul className="bottom">
        <li>
          <PageLink className="row" href="/artifacts" {...current('/artifacts')}>
            <Icon of={Layers} isSmall />
            Artifacts
          </PageLink>
        </li>
        <li>
          <PageLink className="row" href="/savings" {...current('/savings')}>
            <Icon of={ChartColumn} isSmall />
            Savings
          </PageLink>
        </li>
        <li>
          <PageLink className="row" href="/shares" {...current('/shares')}>
            <Icon of={Share2} isSmall />
            My shares
          </PageLink>
        </li>
        {member.role === 'admin' && (
          <li>
            <PageLink className="row" href="/workspaces" {...current('/workspaces')}>
              <Icon of={FolderGit2} isSmall />
              Workspaces
            </PageLink>
          </li>
        )}
        <li>
          <PageLink className="row" href="/tools" {...current('/tools')}>
            <Icon of={Wrench} isSmall />
            Tools
          </PageLink>
        </li>
        {isTeam && <TeamRows member={member} />}
        <li className="wide-only">
          <KeysDialog />
        </li>
        <li>
          <SettingsDialog />
        </li>
        {isTeam && <SignedInRow name={member.name} />}
      </ul>
    </nav>
  );
}
