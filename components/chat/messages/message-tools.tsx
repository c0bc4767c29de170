'use client';

import {
  BookmarkPlus,
  Copy,
  Ellipsis,
  GitFork,
  Link,
  Pencil,
  RefreshCw,
  Reply,
  SmilePlus,
  Trash2,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { use, useRef, useState } from 'react';
import { SavePromptDialog } from '#components/prompts/save-prompt-dialog.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { MenuAction } from '#components/ui/menu-action.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import { RowMenu } from '#components/ui/row-menu.tsx';
import { useCopy } from '#components/ui/use-copy.ts';
import { useMediaQuery } from '#components/ui/use-media-query.ts';
import { findNode, versionsOf } from '#lib/core/conversation/thread-tree.ts';
import { reactionLabels, reactions } from '#lib/core/vocabulary/reaction.ts';
import { messagePath } from '../message-hash.ts';
import { requestDelete } from '../send-message.ts';
import { BranchArrows } from './branch-arrows.tsx';
import { forkAt, react, regenerate } from './message-api.ts';
import { MessageControlsContext } from './message-controls.ts';
import { reactionIcons } from './reaction-icons.ts';
import { useMessageKeys } from './use-message-keys.ts';

/** A message as its tools see it. */
export interface ToolsOf {
  /** Its position in the tree of versions: a message, or the run of an answer. */
  nodeId: string;
  /** What links, quotes and reactions name; `null`: the answer has no words yet. */
  messageId: string | null;
  text: string;
  kind: 'own' | 'person' | 'agent';
  isDeleted: boolean;
}

/** In a message's head: the arrows between its versions, and on hover and focus what can be done with it. */
export function MessageTools(props: ToolsOf) {
  const { nodeId, messageId, text, kind, isDeleted } = props;
  const controls = use(MessageControlsContext);
  const { conversationId, tree, look } = controls;
  const router = useRouter();
  const { copy } = useCopy();
  const root = useRef<HTMLSpanElement>(null);
  const isTouch = useMediaQuery('(hover: none), (max-width: 639px)');
  const [error, setError] = useState<string | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const versions = findNode(tree, nodeId) ? versionsOf(tree, nodeId) : [nodeId];
  const isActive = controls.activeRunId === nodeId;

  const attempt = async (request: Promise<RequestResult<unknown>>) => {
    const result = await request;
    setError(result.ok ? null : result.error);
  };
  const fork = async () => {
    const result = await forkAt(conversationId, messageId ?? nodeId);
    if (result.ok) router.push(`/c/${result.value.id}`);
    else setError(result.error);
  };
  const edit = kind === 'own' && !isDeleted ? () => controls.edit(messageId) : null;
  const answerAgain = async () => {
    const result = await regenerate(conversationId, nodeId);
    // The new answer is where everybody is.
    if (result.ok) look(null);
    setError(result.ok ? null : result.error);
  };
  const again = kind === 'agent' && !isActive ? () => void answerAgain() : null;
  const reply = messageId !== null && !isDeleted ? () => controls.reply(messageId) : null;
  const remove = async () => {
    const result = await requestDelete(conversationId, messageId ?? '');
    if (result.ok) setIsDeleting(false);
    setError(result.ok ? null : result.error);
  };
  const copyLink = () => {
    const url = new URL(messagePath(conversationId, messageId ?? ''), window.location.href);
    void copy(() => url.href);
  };
  const step = (by: number) => {
    const next = versions[versions.indexOf(nodeId) + by];
    if (next !== undefined) look(next);
  };
  useMessageKeys(root, {
    c: () => void copy(() => text),
    ...(edit ? { e: edit } : {}),
    ...(reply ? { q: reply } : {}),
    '[': () => step(-1),
    ']': () => step(1),
    '.': () => root.current?.querySelector<HTMLElement>('button:last-of-type')?.click(),
  });

  const reactedId = controls.isTeam && !isDeleted ? messageId : null;
  const reactActions: MenuAction[] =
    reactedId !== null
      ? reactions.map((reaction) => ({
          label: reactionLabels[reaction],
          icon: reactionIcons[reaction],
          onSelect: () => void attempt(react(conversationId, reactedId, reaction, true)),
        }))
      : [];
  const rare: MenuAction[] = [
    { label: 'Fork from here', icon: GitFork, onSelect: () => void fork() },
    ...(messageId === null ? [] : [{ label: 'Copy link to this message', icon: Link, onSelect: copyLink }]),
    ...(kind === 'own' && !isDeleted
      ? [{ label: 'Save as a prompt', icon: BookmarkPlus, onSelect: () => setIsSaving(true) }]
      : []),
    ...(edit
      ? [{ label: 'Delete my message', icon: Trash2, isDanger: true, onSelect: () => setIsDeleting(true) }]
      : []),
  ];
  const common: MenuAction[] = [
    { label: 'Copy', icon: Copy, onSelect: () => void copy(() => text) },
    ...(edit ? [{ label: 'Edit', icon: Pencil, onSelect: edit }] : []),
    ...(again ? [{ label: 'Answer again', icon: RefreshCw, onSelect: again }] : []),
    ...(reply ? [{ label: 'Reply', icon: Reply, onSelect: reply }] : []),
  ];
  return (
    <>
      {versions.length > 1 && <BranchArrows versions={versions} nodeId={nodeId} onLook={look} />}
      {error && !isDeleting && (
        <span className="bad small clip" role="alert">
          {error}
        </span>
      )}
      <span className="message-tools" ref={root}>
        {isTouch ? (
          <RowMenu label="What to do with this message" actions={[...common, ...reactActions, ...rare]} />
        ) : (
          <>
            <CopyButton
              label={kind === 'agent' ? 'Copy the answer' : 'Copy'}
              shortcut="C"
              read={() => text}
            />
            {edit && <IconButton icon={Pencil} label="Edit" shortcut="E" onClick={edit} />}
            {again && <IconButton icon={RefreshCw} label="Answer again" onClick={again} />}
            {reply && <IconButton icon={Reply} label="Reply" shortcut="Q" onClick={reply} />}
            {reactActions.length > 0 && <RowMenu label="React" icon={SmilePlus} actions={reactActions} />}
            <RowMenu label="More" icon={Ellipsis} actions={rare} shortcut="." />
          </>
        )}
      </span>
      <SavePromptDialog isOpen={isSaving} name={null} text={text} onClose={() => setIsSaving(false)} />
      <ConfirmDialog
        isOpen={isDeleting}
        title="Delete this message?"
        action="Delete"
        onClose={() => setIsDeleting(false)}
        text="Its words and attachments go away for everybody, and the agent no longer reads them. The answer stays."
        error={error}
        onConfirm={() => void remove()}
      />
    </>
  );
}
