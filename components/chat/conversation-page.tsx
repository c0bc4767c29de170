'use client';

import { type ReactNode, useMemo, useState } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { Audience, Conversation } from '#lib/core/vocabulary/conversation.ts';
import { titlesOfArtifacts } from '../artifacts/cards/artifact-titles.ts';
import { focusCard } from '../artifacts/cards/focus-card.ts';
import { LazyTombstoneCard } from '../artifacts/cards/rare-parts.ts';
import { artifactWithLine, shownFiles } from '../artifacts/cards/shown-files.ts';
import { preloadLiveBody } from '../artifacts/cards/terminal-card.tsx';
import { KeepsProvider, RenewalsProvider } from '../artifacts/context/keeps-context.tsx';
import {
  ArtifactPanelProvider,
  type PanelControls as PanelActions,
} from '../artifacts/context/panel-context.tsx';
import { type PanelTarget, parsePanelHash } from '../artifacts/context/panel-hash.ts';
import type { ShareSubject } from '../artifacts/context/share-subject.ts';
import { ThreadTreeContext } from '../artifacts/context/thread-tree-context.ts';
import { ThreadsContext } from '../artifacts/context/threads-context.ts';
import { UndoingsProvider } from '../artifacts/context/undoings-context.tsx';
import { FailedPanel } from '../artifacts/panel/failed-panel.tsx';
import { usePanelTarget } from '../artifacts/panel/use-panel-target.ts';
import { preloadColours } from '../artifacts/text/highlighted-rows.tsx';
import { type FileOpener, OpenFileProvider } from '../artifacts/text/open-file-context.ts';
import { preloadPermissionCard } from '../artifacts/tool-card.tsx';
import { TerminalLines } from '../artifacts/viewers/terminal/terminal-lines.tsx';
import { preloadPreviews, preloadViews } from '../artifacts/viewers/viewers.ts';
import { InExampleProvider } from '../example/in-example.tsx';
import type { SessionInfo } from '../layout/session-info.ts';
import { useShell } from '../layout/shell-context.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyComponent, lazyExtra, lazyPart, lazyPopup, usePreload } from '../ui/lazy-component.tsx';
import { sendJson } from '../ui/request-json.ts';
import { useEffectOn } from '../ui/use-effect-on.ts';
import { useNow } from '../ui/use-now.ts';
import { useSame } from '../ui/use-same.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { LazyWorktreeBar } from '../workspaces/lazy-worktree-bar.tsx';
import { mayChangeFiles } from '../workspaces/may-change-files.ts';
import { AgentMessage } from './agent-message.tsx';
import { type AttachmentDraft, useAttachmentDraft } from './composer/use-attachment-draft.ts';
import { useMentionable } from './composer/use-mentionable.ts';
import { ConversationBar } from './conversation-bar.tsx';
import { ConversationColumn } from './conversation-column.tsx';
import { Markdown, preloadMarkdown } from './markdown.tsx';
import { useShownPath } from './messages/use-shown-path.ts';
import { othersHere } from './others-here.ts';
import { preloadRunNotice } from './thread.tsx';
import { useConversation } from './use-conversation.ts';
import { useMessageTarget } from './use-message-target.ts';

const Announcer = lazyExtra(async () => (await import('./announcer.tsx')).Announcer);
const BranchBar = lazyPart(async () => (await import('./messages/branch-bar.tsx')).BranchBar);
const ExampleBar = lazyPart(async () => (await import('../example/example-bar.tsx')).ExampleBar);
/** Few addresses name a file. */
const LinkedFile = lazyExtra(async () => (await import('../artifacts/panel/linked-file.tsx')).LinkedFile);
const ArtifactPanel = lazyComponent(
  async () => (await import('../artifacts/panel/artifact-panel.tsx')).ArtifactPanel,
);
const AgentPanel = lazyPart(async () => (await import('./agents/agent-panel.tsx')).AgentPanel);
const ShareDialog = lazyPopup(async () => (await import('../artifacts/sharing/share-popup.tsx')).SharePopup);

const threadParts = { AgentMessage, Markdown };

const preloadPanel = (): void => {
  preloadColours();
  ArtifactPanel.preload();
  preloadViews();
  ShareDialog.preload();
  preloadRunNotice();
};

// Loads while the page hydrates, since it is visible right after.
if (typeof window !== 'undefined') {
  preloadMarkdown();
  preloadPreviews();
  preloadPermissionCard();
  LazyTombstoneCard.preload();
  TerminalLines.preload();
  preloadLiveBody();
  if (parsePanelHash(window.location.hash)) ArtifactPanel.preload();
}

interface ConversationPageProps {
  conversation: Conversation;
  initialState: ConversationState;
  /** The message or run at which the unread part began when the page was opened. */
  firstUnread: string | null;
  session: SessionInfo;
}

/** A conversation: its thread, the composer, and the panel when something is open. */
export function ConversationPage(props: ConversationPageProps) {
  return <ConversationView key={props.conversation.id} {...props} />;
}

function ConversationView({ conversation, initialState, firstUnread, session }: ConversationPageProps) {
  usePreload(preloadPanel);
  // Fixed when the page opens: reading on does not move it.
  const [unreadFrom] = useState(firstUnread);
  const { state, status } = useConversation(conversation.id, initialState);
  const target = useMessageTarget();
  const shown = useShownPath(state, target);
  const title = state.title ?? conversation.title;
  const audience = state.audience ?? conversation.audience;
  useListed(`${title} · Vitrine`, audience);
  const mentionable = useMentionable({ createdBy: conversation.createdBy, audience }, session);
  const attachments = useAttachmentDraft(conversation.id);
  const others = othersHere(state, session.member.id, useNow('quarterMinute'));
  const isExample = conversation.recordedAt !== undefined;
  return (
    <WithPanel
      conversationId={conversation.id}
      isExample={isExample}
      state={state}
      attachments={attachments}
      session={session}
    >
      <main className="main">
        <ConversationBar
          conversation={conversation}
          title={title}
          audience={audience}
          isActive={state.activeRunId !== null}
          session={session}
          usageInfo={state.usageInfo}
          others={others}
        />
        {shown.lookedAtId !== null && (
          <BranchBar
            key={shown.lookedAtId}
            conversationId={conversation.id}
            tree={state.tree}
            lookedAtId={shown.lookedAtId}
            isTeam={session.isTeam}
            onBack={() => shown.look(null)}
          />
        )}
        {(conversation.worktree !== null || mayChangeFiles(state.toolCalls)) && (
          <LazyWorktreeBar
            conversationId={conversation.id}
            workspace={conversation.workspace}
            worktree={conversation.worktree}
            isRunning={state.activeRunId !== null}
            act={state.worktreeAct}
          />
        )}
        {conversation.recordedAt !== undefined && (
          <ExampleBar conversationId={conversation.id} recordedAt={conversation.recordedAt} />
        )}
        <ConversationColumn
          conversationId={conversation.id}
          isExample={isExample}
          state={state}
          shown={shown}
          target={target}
          unreadFrom={unreadFrom}
          mentionable={mentionable}
          status={status}
          session={session}
          others={others}
          attachments={attachments}
        />
      </main>
      <Announcer state={state} />
    </WithPanel>
  );
}

/** Refreshes the list when a run names the conversation or a person changes its audience. */
function useListed(pageTitle: string, audience: Audience): void {
  const { refreshConversations } = useShell();
  // The conversation list shows the audience.
  useEffectOn([pageTitle, audience, refreshConversations], () => {
    document.title = pageTitle;
    return whenIdle(refreshConversations);
  });
}

/** Provides the controls that open things in the panel. */
function WithPanel({
  conversationId,
  isExample,
  state,
  attachments,
  session,
  children,
}: {
  conversationId: string;
  isExample: boolean;
  state: ConversationState;
  attachments: AttachmentDraft;
  session: SessionInfo;
  children: ReactNode;
}) {
  'use memo';
  const { target, agentId, fileHash, show, showAgent } = usePanelTarget();
  const [subject, setSubject] = useState<ShareSubject | null>(null);
  const { toolCalls, subAgents } = state;
  const threads = { toolCalls, subAgents };
  // A running call changes ten times a second, and every card depends on these titles.
  const titles = useSame(titlesOfArtifacts(toolCalls));
  const files = useSame(shownFiles(toolCalls));
  const openArtifactId = target?.artifactId ?? null;
  const close = () => setSubject(null);
  const onTarget = (next: PanelTarget | null) => {
    show(next);
    if (next === null && openArtifactId !== null) focusCard(openArtifactId);
  };
  const panel = useMemo<PanelActions>(() => {
    const titleById = new Map(titles);
    return {
      open: show,
      openArtifactId,
      openAgent: showAgent,
      openAgentId: agentId,
      share: setSubject,
      titleOf: (artifactId) => titleById.get(artifactId) ?? null,
      fileWithLine: (path, line) => artifactWithLine(files, path, line),
    };
  }, [show, openArtifactId, showAgent, agentId, titles, files]);
  const openFile: FileOpener = async (path, line) => {
    const url = `/api/conversations/${conversationId}/files`;
    const result = await sendJson<{ artifactId: string }>('POST', url, { path });
    if (!result.ok) return result.error;
    show({ artifactId: result.value.artifactId, lines: { from: line, to: line } });
    return null;
  };
  return (
    <ArtifactPanelProvider value={panel}>
      <OpenFileProvider value={isExample ? null : openFile}>
        <InExampleProvider value={isExample}>
          <KeepsProvider value={state.keeps}>
            <RenewalsProvider value={state.renewals}>
              <ThreadTreeContext value={state.tree}>
                <UndoingsProvider value={state.undoings}>
                  <ThreadsContext value={threads}>
                    {children}
                    {agentId !== null && (
                      <AgentPanel
                        subagentId={agentId}
                        conversationId={conversationId}
                        state={state}
                        session={session}
                        onAgent={showAgent}
                        onArtifact={show}
                        parts={threadParts}
                      />
                    )}
                  </ThreadsContext>
                </UndoingsProvider>
              </ThreadTreeContext>
              {target && (
                <ErrorBoundary
                  key={target.artifactId}
                  fallback={(retry) => <FailedPanel onRetry={retry} onClose={() => onTarget(null)} />}
                >
                  <ArtifactPanel
                    target={target}
                    conversationId={conversationId}
                    state={state}
                    onTarget={onTarget}
                    onShare={setSubject}
                    attachments={attachments}
                  />
                </ErrorBoundary>
              )}
            </RenewalsProvider>
          </KeepsProvider>
        </InExampleProvider>
      </OpenFileProvider>
      {fileHash !== null && !isExample && <LinkedFile key={fileHash} hash={fileHash} openFile={openFile} />}
      <ShareDialog
        isOpen={subject !== null}
        subject={subject}
        isTeam={session.isTeam}
        isLinkAllowed={session.linkShares}
        onClose={close}
      />
    </ArtifactPanelProvider>
  );
}
