'use client';

import { ChartColumn, Layers, Plus, Settings, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyExtra } from '../ui/lazy-component.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { ConversationList } from './conversation-list.tsx';
import { rememberHash } from './last-path.ts';
import { SearchRow } from './search-row.tsx';
import type { SessionInfo } from './session-info.ts';
import { useShell } from './shell-context.tsx';

const HereNow = lazyExtra(async () => (await import('./here-now.tsx')).HereNow);

/** Marks the current page, or one within it. */
function currentOf(path: string, pathname: string) {
  if (pathname === path) return { 'aria-current': 'page' } as const;
  return pathname.startsWith(`${path}/`) ? ({ 'aria-current': 'true' } as const) : {};
}

const links = [
  { path: '/artifacts', title: 'Artifacts', icon: Layers },
  { path: '/savings', title: 'Savings', icon: ChartColumn },
  { path: '/you', title: 'Settings', icon: Settings },
];

export function Sidebar(props: {
  session: SessionInfo;
  conversations: ListedConversation[];
  currentConversationId: string | null;
  onChanged: () => void;
}) {
  const { isSidebarOpen, toggleSidebar, showSearch } = useShell();
  const pathname = usePathname();
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
        <SearchRow onOpen={showSearch} />
        <ConversationList
          renderedAt={props.session.renderedAt}
          conversations={props.conversations}
          currentConversationId={props.currentConversationId}
          onChanged={props.onChanged}
        />
        {props.session.isTeam && <HereNow session={props.session} />}
      </div>
      <ul className="bottom">
        {links.map(({ path, title, icon }) => (
          <li key={path}>
            <PageLink className="row" href={path} {...currentOf(path, pathname)} onClick={rememberHash}>
              <Icon of={icon} isSmall />
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
