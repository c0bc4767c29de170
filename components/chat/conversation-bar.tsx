'use client';

import { Plus } from 'lucide-react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { Audience, Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { TopBar } from '../layout/top-bar.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyExtra, lazyPart } from '../ui/lazy-component.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PrivateMark } from '../ui/private-mark.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import type { Other } from './others-here.ts';

/** What both show comes after the page, too. */
const ContextMeter = lazyPart(
  async () => (await import('./context-meter.tsx')).ContextMeter,
  () => <span className="meter" aria-hidden="true" />,
);
const OthersRow = lazyExtra(async () => (await import('./others-row.tsx')).OthersRow);

/** Above a thread: its title, audience and workspace, and actions on the whole conversation. */
export function ConversationBar(props: {
  conversation: Conversation;
  title: string;
  audience: Audience;
  isActive: boolean;
  session: SessionInfo;
  /** Changes as the model's history grows. */
  usageInfo: ConversationState['usageInfo'];
  /** Other members viewing it now. */
  others: readonly Other[];
}) {
  const { conversation, audience } = props;
  return (
    <TopBar
      title={props.title}
      badge={
        <>
          {audience !== 'team' && <PrivateMark />}
          <span className="badge mono">{conversation.workspace}</span>
        </>
      }
      sub={
        <>
          {audience !== 'team' && <PrivateMark />}
          <span>{conversation.workspace}</span>
          {props.isActive && (
            <>
              <span>·</span>
              <span className="accent">working</span>
            </>
          )}
        </>
      }
    >
      <OthersRow others={props.others} />
      <ContextMeter conversationId={conversation.id} usageInfo={props.usageInfo} />
      <ConversationMenu conversation={conversation} audience={audience} session={props.session} />
      <PageLink className="icon-btn narrow-only" href="/" aria-label="New conversation">
        <Icon of={Plus} />
      </PageLink>
    </TopBar>
  );
}
