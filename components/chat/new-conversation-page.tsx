'use client';

import {
  ArrowRight,
  ChevronDown,
  CirclePlay,
  FileCode,
  FileText,
  ListTree,
  type LucideIcon,
  Terminal,
  TextSearch,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { useShell } from '../layout/shell-context.tsx';
import { TopBar } from '../layout/top-bar.tsx';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyPart, usePreload } from '../ui/lazy-component.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Composer } from './composer/composer.tsx';
import { useAttachmentDraft } from './composer/use-attachment-draft.ts';
import { useChosenModel } from './composer/use-chosen-model.ts';
import { useDraft } from './composer/use-draft.ts';
import { useMentionable } from './composer/use-mentionable.ts';
import { Dock } from './dock.tsx';
import { FirstInstructions } from './first-instructions.tsx';
import { LazyCommandsNote, LazyOfflineNote } from './lazy-notes.ts';
import { modelHint } from './model-hint.ts';
import type { Draft } from './send-message.ts';
import { startConversation } from './start-conversation.ts';
import { WorktreeChoice } from './worktree-choice.tsx';

/** Shown once a message is sent. */
const StartingThread = lazyPart(
  async () => (await import('./starting-thread.tsx')).StartingThread,
  () => <div className="thread" />,
);

const nothingBefore = { id: null, effort: null };

interface Suggestion {
  text: string;
  /** What the reader will see. */
  detail: string;
  /** What people will see. */
  shows: ArtifactType;
  /** The message to send. */
  message: string;
}

/** The page for a new conversation: what to ask, and where the agent works. */
export function NewConversationPage({
  session,
  suggestions,
  repositories,
  exampleId,
}: {
  session: SessionInfo;
  suggestions: Suggestion[];
  /** Names of workspaces that support a worktree. */
  repositories: string[];
  /** ID of the recorded example; `null`: it was removed. */
  exampleId: string | null;
}) {
  const router = useRouter();
  usePreload(StartingThread.preload);
  const { refreshConversations } = useShell();
  const mentionable = useMentionable({ createdBy: session.member, audience: 'team' }, session);
  const draft = useDraft('new');
  const instructions = useDraft('new-instructions');
  const chosen = useChosenModel(session.models, nothingBefore);
  const attachments = useAttachmentDraft('new');
  const [workspace, setWorkspace] = useState(session.workspaces[0] ?? '');
  const [isApart, setIsApart] = useState(false);
  const canBeApart = repositories.includes(workspace);
  const [error, setError] = useState<string | null>(null);
  /** First message of the conversation that is being created; `null`: none is. */
  const [starting, setStarting] = useState<(Draft & { copyOf: string | null }) | null>(null);

  const send = async (first: Draft) => {
    if (starting !== null) return;
    const isCopied = canBeApart && isApart;
    draft.write(first.text);
    setStarting({ ...first, copyOf: isCopied ? workspace : null });
    setError(null);
    const result = await startConversation(first, {
      ...(workspace === '' ? {} : { workspace }),
      ...(isCopied ? { worktree: true } : {}),
      ...(instructions.text.trim() === '' ? {} : { instructions: instructions.text }),
    });
    if (!result.ok) {
      setStarting(null);
      return setError(result.error);
    }
    draft.write('');
    instructions.write('');
    attachments.clear();
    refreshConversations();
    router.push(`/c/${result.value.id}`);
  };
  return (
    <main className="main">
      <TopBar
        title="New conversation"
        badge={<WorkspacePicker workspaces={session.workspaces} value={workspace} onChoose={setWorkspace} />}
        sub={session.workspaces.length > 1 ? null : workspace}
      />
      {starting ? (
        <StartingThread memberId={session.member.id} name={session.member.name} {...starting} />
      ) : (
        <div className="empty">
          <div className="empty-in">
            <h2>What shall we look at?</h2>
            <p className="lede">
              {workspace === '' ? (
                'No workspace is open to you. Ask an admin to admit you to one.'
              ) : (
                <>
                  The agent works on <code className="inline-code">{workspace}</code>. You see every result
                  whole; the model reads a short view of it.
                </>
              )}
            </p>
            {canBeApart && <WorktreeChoice isOn={isApart} onChange={setIsApart} />}
            <Suggestions
              suggestions={suggestions}
              onChoose={(text) =>
                void send({ text, attachments: [], model: chosen.namedId, effort: chosen.namedEffort })
              }
            />
            <FirstInstructions text={instructions.text} onChange={instructions.write} />
            {exampleId !== null && <ExampleLink id={exampleId} />}
          </div>
        </div>
      )}
      <Dock onJump={null} error={error} isBare>
        {chosen.model.isOffline && <LazyOfflineNote isClosed={session.isOfflineNoteClosed} />}
        {session.commands.mode === 'off' && <LazyCommandsNote commands={session.commands} />}
        <Composer
          text={starting === null ? draft.text : ''}
          mentionable={mentionable}
          onChange={draft.write}
          onSend={(first) => void send(first)}
          attachments={attachments}
          chosen={chosen}
          workspaceUrl={`/api/workspaces/${encodeURIComponent(workspace)}`}
          isRunning={false}
          isBusy={starting !== null}
          hint={modelHint(session, chosen.model)}
        />
      </Dock>
    </main>
  );
}

const ExampleLink = ({ id }: { id: string }) => (
  <p className="see-example">
    <Icon of={CirclePlay} isSmall />
    <span>
      New here?{' '}
      <PageLink className="link" href={`/c/${id}`}>
        Look at an example
      </PageLink>
      : a failing test, its fix and a long log, in a minute.
    </span>
  </p>
);

function WorkspacePicker(props: {
  workspaces: string[];
  value: string;
  onChoose: (workspace: string) => void;
}) {
  if (props.workspaces.length < 2) return <span className="badge mono">{props.value}</span>;
  return (
    <ChoiceMenu
      label={`Workspace: ${props.value}`}
      triggerClassName="btn plain picker"
      trigger={
        <>
          {props.value}
          <Icon of={ChevronDown} isSmall />
        </>
      }
      value={props.value}
      choices={props.workspaces.map((workspace) => ({ value: workspace, label: workspace }))}
      onChoose={props.onChoose}
    />
  );
}

/** Of what the suggestions show; the viewers know them all, but their code is not needed before the first card. */
const icons: Partial<Record<ArtifactType, LucideIcon>> = {
  file: FileCode,
  matches: TextSearch,
  terminal: Terminal,
  tree: ListTree,
};

function Suggestions(props: { suggestions: Suggestion[]; onChoose: (message: string) => void }) {
  return (
    <div className="starts">
      {props.suggestions.map(({ text, detail, shows, message }) => (
        <button key={text} type="button" onClick={() => props.onChoose(message)}>
          <Icon of={icons[shows] ?? FileText} />
          <span>
            {text}
            <small>{detail}</small>
          </span>
          <Icon of={ArrowRight} isSmall />
        </button>
      ))}
    </div>
  );
}
