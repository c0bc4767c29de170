'use client';

import { type ReactNode, useState } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { latestEffort, latestModelId } from '#lib/core/conversation/latest-model-id.ts';
import { isMessage, type ThreadItem, type UserItem } from '#lib/core/conversation/thread-items.ts';
import { saidItem } from '#lib/core/conversation/thread-tree.ts';
import { WorkProvider } from '../artifacts/context/work-context.tsx';
import { ExampleHints } from '../example/example-hints.tsx';
import type { SessionInfo } from '../layout/session-info.ts';
import { lazyExtra, lazyPart, usePreload } from '../ui/lazy-component.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useStickToBottom } from '../ui/use-stick-to-bottom.ts';
import { Composer } from './composer/composer.tsx';
import type { Mentionable } from './composer/mentionable.ts';
import type { AttachmentDraft } from './composer/use-attachment-draft.ts';
import { useChosenModel } from './composer/use-chosen-model.ts';
import { useDraft } from './composer/use-draft.ts';
import { Dock } from './dock.tsx';
import { LazyCommandsNote, LazyOfflineNote } from './lazy-notes.ts';
import { type MessageControls, MessageControlsContext } from './messages/message-controls.ts';
import type { ShownPath } from './messages/use-shown-path.ts';
import { modelHint } from './model-hint.ts';
import { formatTyping, type Other } from './others-here.ts';
import type { Draft } from './send-message.ts';
import { abortRun } from './send-message.ts';
import type { StreamStatus } from './stream-connection.ts';
import { Thread } from './thread.tsx';
import { useCardKeys } from './use-card-keys.ts';
import type { MessageTarget } from './use-message-target.ts';
import { useOutbox } from './use-outbox.ts';
import { useWorkOf } from './use-work-of.ts';

/** Loaded when the page is at rest: a queue begins behind a run. */
const QueuedMessages = lazyPart(async () => (await import('./queued-messages.tsx')).QueuedMessages);
const BackgroundWork = lazyExtra(async () => (await import('./background-work.tsx')).BackgroundWork);
const QuotedRow = lazyPart(async () => (await import('./composer/quoted-row.tsx')).QuotedRow);
/** They are rare. */
const ConnectionNote = lazyPart(async () => (await import('./connection-note.tsx')).ConnectionNote);
const FaultNote = lazyPart(async () => (await import('./fault-note.tsx')).FaultNote);
const WorkspaceGoneNote = lazyPart(async () => (await import('./workspace-gone-note.tsx')).WorkspaceGoneNote);
const ExampleTotal = lazyPart(async () => (await import('../example/example-total.tsx')).ExampleTotal);
const BudgetNote = lazyPart(async () => (await import('./budget-note.tsx')).BudgetNote);

/** The thread and the composer. */
export function ConversationColumn(props: {
  conversationId: string;
  /** The recorded example, which works in a folder of its own. */
  isExample: boolean;
  /** Members who can be mentioned; `null`: nobody. */
  mentionable: Mentionable | null;
  state: ConversationState;
  shown: ShownPath;
  target: MessageTarget | null;
  unreadFrom: string | null;
  status: StreamStatus;
  session: SessionInfo;
  /** Other members viewing it now. */
  others: readonly Other[];
  /** Attachments of the next message. */
  attachments: AttachmentDraft;
}) {
  'use memo';
  const { conversationId, state, shown, session, attachments } = props;
  const [editedId, edit] = useState<string | null>(null);
  const [quotedId, reply] = useState<string | null>(null);
  const quoted = quotedId === null ? null : saidItem(state.tree, quotedId);
  const draft = useDraft(conversationId);
  const chosen = useChosenModel(session.models, {
    id: latestModelId(shown.items) ?? state.model,
    effort: latestEffort(shown.items),
  });
  const typing = formatTyping(props.others);
  const [error, setError] = useState<string | null>(null);
  const { restore } = draft;
  const { restore: restoreAttachments } = attachments;
  const onRefused = (refused: Draft, reason: string) => {
    restore(refused.text);
    restoreAttachments(refused.attachments);
    if (refused.quotes) reply(refused.quotes);
    setError(reason);
  };
  const { pending, send } = useOutbox(conversationId, state, onRefused);
  const { scroller, content, isAway, toEnd, release } = useStickToBottom({
    isOn: true,
    isStuck: !props.isExample,
  });
  const isRunning = state.activeRunId !== null;

  const say = (draft: Draft, interrupt: boolean) => {
    setError(null);
    toEnd();
    const after = shown.items.findLast(isMessage)?.messageId ?? null;
    void send({ ...draft, after }, interrupt);
  };
  const lastOwn = shown.items.findLast((item) => isOwn(item, session.member.id));
  const stop = async () => {
    const result = await abortRun(conversationId);
    if (!result.ok) setError(result.error);
  };
  const suggest = (text: string) => {
    draft.write(draft.text === '' ? text : `${draft.text}\n${text}`);
    focusComposer();
  };
  const work = useWorkOf(conversationId, state, session, { stop: () => void stop(), suggest });
  useCardKeys();
  const controls: MessageControls = {
    conversationId,
    member: session.member,
    isTeam: session.isTeam,
    tree: state.tree,
    reactions: state.reactions,
    activeRunId: state.activeRunId,
    look: shown.look,
    reply(messageId) {
      reply(messageId);
      focusComposer();
    },
    edit,
  };
  usePreload(QueuedMessages.preload);
  // It has to be here before the server is in trouble.
  usePreload(FaultNote.preload);
  useKeys(isRunning ? { 'Shift+Escape': () => void stop() } : {});

  return (
    <>
      <BackgroundWork
        conversationId={conversationId}
        state={state}
        isAtEnd={!isAway}
        isTeam={session.isTeam}
        renewsWhileOpen={session.renewsWhileOpen && !props.isExample}
        text={draft.text}
      />
      <div className="thread" ref={scroller}>
        <div className="thread-in" ref={content}>
          <ConnectionNote conversationId={conversationId} status={props.status} />
          {(state.storeFault || state.awayAt) && <FaultNote state={state} />}
          <WorkProvider value={work}>
            <MessageControlsContext value={controls}>
              <WithHints isOn={props.isExample} state={state} closedCount={session.closedHints}>
                <Thread
                  state={state}
                  items={shown.items}
                  target={props.target}
                  editedId={editedId}
                  pending={pending.filter(({ isToTeam }) => isToTeam || !isRunning)}
                  member={session.member}
                  isTeam={session.isTeam}
                  unreadFrom={props.unreadFrom}
                  onRetry={(draft) => say(draft, false)}
                  scroller={scroller}
                  onLeaveEnd={release}
                />
                {props.isExample && !isRunning && <ExampleTotal toolCalls={state.toolCalls} />}
              </WithHints>
            </MessageControlsContext>
          </WorkProvider>
        </div>
      </div>
      <Dock onJump={isAway ? toEnd : null} error={error}>
        {chosen.model.isOffline && <LazyOfflineNote isClosed={session.isOfflineNoteClosed} />}
        {session.commands.mode === 'off' && <LazyCommandsNote commands={session.commands} />}
        <BudgetNote
          conversationId={conversationId}
          memberId={session.member.id}
          isTeam={session.isTeam}
          state={state}
        />
        {session.isWorkspaceGone && <WorkspaceGoneNote workspace={state.workspace ?? ''} />}
        <QueuedMessages
          conversationId={conversationId}
          queued={state.queued}
          toolCalls={state.toolCalls}
          pending={isRunning ? pending.filter(({ isToTeam }) => !isToTeam) : []}
          member={session.member}
        />
        <Composer
          text={draft.text}
          mentionable={props.mentionable}
          onChange={(text) => {
            draft.write(text);
            setError(null);
          }}
          onSend={(sent, interrupt) => {
            draft.write('');
            attachments.clear();
            say({ ...sent, quotes: quotedId }, interrupt);
            reply(null);
          }}
          attachments={attachments}
          chosen={chosen}
          workspaceUrl={`/api/conversations/${conversationId}`}
          isRunning={isRunning}
          onStop={() => void stop()}
          onEditLast={lastOwn && (() => edit(lastOwn.messageId))}
          quoted={quoted && <QuotedRow quoted={quoted} onClose={() => reply(null)} />}
          hint={typing ?? modelHint(session, chosen.model)}
        />
      </Dock>
    </>
  );
}

const focusComposer = () => document.querySelector<HTMLElement>('.dock textarea')?.focus();

const isOwn = (item: ThreadItem, memberId: string): item is UserItem =>
  item.kind === 'user' && item.author.id === memberId && !item.isDeleted;

/** Adds the example's two hints beside its cards. */
function WithHints(props: {
  isOn: boolean;
  state: ConversationState;
  closedCount: number;
  children: ReactNode;
}) {
  const { isOn, state, closedCount, children } = props;
  if (!isOn) return <>{children}</>;
  return (
    <ExampleHints toolCalls={state.toolCalls} closedCount={closedCount}>
      {children}
    </ExampleHints>
  );
}
