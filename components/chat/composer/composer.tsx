'use client';

import { Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { lazyExtra, lazyPart, usePreload } from '#components/ui/lazy-component.tsx';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { useKeys } from '#components/ui/use-keys.ts';
import type { Draft } from '../send-message.ts';
import { AttachButton } from './attach-button.tsx';
import type { Mentionable } from './mentionable.ts';
import type { ChosenFile } from './upload-queue.ts';
import type { AttachmentDraft } from './use-attachment-draft.ts';
import type { ChosenModel } from './use-chosen-model.ts';
import { useFileDrop } from './use-file-drop.ts';
import { longPaste, usePaste } from './use-paste.ts';
import { useRecipient } from './use-recipient.ts';
import { useUploads } from './use-uploads.ts';

const RecipientSwitch = lazyPart(async () => (await import('./recipient-switch.tsx')).RecipientSwitch);
const ModelChoice = lazyPart(async () => (await import('./model-choice.tsx')).ModelChoice);

/** Loaded as a file is dragged in. */
const DropTarget = lazyPart(async () => (await import('./drop-target.tsx')).DropTarget);

/** Loaded when the page is at rest. */
const FieldLists = lazyExtra(async () => (await import('./field-lists.tsx')).FieldLists);

const ComposerAttachments = lazyPart(
  async () => (await import('./composer-attachments.tsx')).ComposerAttachments,
);

/**
 * The message field. Enter sends (or queues), Shift+Enter inserts a line break, Ctrl or ⌘+Enter interrupts
 * the run and sends.
 */
export function Composer(props: {
  text: string;
  onChange: (text: string) => void;
  onSend: (draft: Draft, interrupt: boolean) => void;
  isRunning: boolean;
  isBusy?: boolean;
  /** Members who can be mentioned; omitted: nobody. */
  mentionable?: Mentionable | null;
  attachments: AttachmentDraft;
  /** Address of what knows the files of the workspace: the conversation, or the workspace itself. */
  workspaceUrl: string;
  chosen: ChosenModel;
  onStop?: () => void;
  /** Edits the last message of the member; omitted: there is none. */
  onEditLast?: (() => void) | undefined;
  /** The message that the next one answers. */
  quoted?: ReactNode;
  hint: ReactNode;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEarlyText(field, props.onChange);
  useFieldHeight(field, props.text);
  useKeys({ '/': () => field.current?.focus() });

  const { attachments, text } = props;
  const uploads = useUploads(attachments.add);
  const { workspaceUrl } = props;
  usePreload(FieldLists.preload);
  const recipient = useRecipient(text, props.mentionable ?? null);
  const isToTeam = recipient?.isTeam === true;
  const pasting = usePaste(text, props.onChange, attachments, uploads.add);
  const addFiles = (files: readonly ChosenFile[]) => {
    uploads.add(files);
    field.current?.focus();
  };
  const droppedCount = useFileDrop(addFiles, uploads.refuseFolder);

  const attachmentCount = attachments.list.length + uploads.pending.length;
  const isUploading = uploads.pending.some(({ error }) => error === null);
  const isEmpty = text.trim() === '' && attachments.list.length === 0;
  const canSend = !isEmpty && !isUploading && !props.isBusy;
  /** It is sent once its files have arrived: so many. */
  const [waiting, setWaiting] = useState<{ interrupt: boolean; count: number } | null>(null);
  const send = (interrupt: boolean) => {
    setWaiting(isUploading ? { interrupt, count: attachmentCount } : null);
    if (!canSend) return;
    const draft = {
      text,
      attachments: attachments.list,
      isPastedAsText: pasting.isAsText,
      isToTeam,
      model: isToTeam ? null : props.chosen.namedId,
      effort: isToTeam ? null : props.chosen.namedEffort,
    };
    pasting.reset();
    props.onSend(draft, interrupt && props.isRunning && !isToTeam);
  };
  useEffectOn([isUploading, attachmentCount], () => {
    if (!waiting || (isUploading && attachmentCount >= waiting.count)) return;
    setWaiting(null);
    // A file that failed or was taken away is looked at first.
    if (uploads.pending.length === 0 && attachmentCount >= waiting.count) send(waiting.interrupt);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && text === '' && props.onEditLast) {
      event.preventDefault();
      props.onEditLast();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(event.metaKey || event.ctrlKey);
  };
  return (
    <div className="composer">
      {droppedCount > 0 && <DropTarget count={droppedCount} />}
      {/[@/{]/.test(text) && (
        <FieldLists
          field={field}
          text={text}
          mentionable={props.mentionable ?? null}
          workspaceUrl={workspaceUrl}
          onChange={props.onChange}
          onFile={(name) => uploads.add([{ file: new Blob(), name, workspaceUrl }])}
        />
      )}
      {(attachmentCount > 0 ||
        text.length > longPaste ||
        uploads.fault !== null ||
        pasting.error !== null) && (
        <ComposerAttachments
          text={text}
          attachments={attachments}
          uploads={uploads}
          pasting={pasting}
          chosen={props.chosen}
        />
      )}
      {props.quoted}
      <textarea
        ref={field}
        rows={1}
        aria-label="Message"
        placeholder={
          isToTeam ? 'Write to the team' : placeholderOf(attachmentCount, props.mentionable ?? null)
        }
        value={text}
        onChange={(event) => {
          setWaiting(null);
          props.onChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onPaste={pasting.onPaste}
      />
      <div className="composer-tools">
        <AttachButton onFiles={addFiles} />
        {recipient && <RecipientSwitch {...recipient} />}
        <span className="hint clip grow" role={isUploading ? 'status' : undefined}>
          {waiting
            ? 'Sent once the files have arrived'
            : isToTeam
              ? 'No run, no cost. The agent reads it later.'
              : props.hint}
        </span>
        {!isToTeam && (props.chosen.models.length > 1 || props.chosen.model.hasReasoning) && (
          <ModelChoice chosen={props.chosen} />
        )}
        {props.isRunning && props.onStop && (
          <button type="button" className="btn" title="Stop the run  ⇧Esc" onClick={props.onStop}>
            <Icon of={Square} isSmall />
            Stop
          </button>
        )}
        <button
          type="button"
          className="btn primary"
          aria-disabled={!canSend}
          {...(canSend || props.isBusy
            ? {}
            : { title: isUploading ? 'Sent once the files have arrived' : 'Write a message first' })}
          onClick={() => send(false)}
        >
          {props.isRunning && !isToTeam ? 'Queue' : 'Send'} <kbd>↵</kbd>
        </button>
      </div>
    </div>
  );
}

/** Adopts text typed into the server-rendered page before hydration, which the next render would wipe. */
function useEarlyText(
  field: { current: HTMLTextAreaElement | null },
  onChange: (text: string) => void,
): void {
  const take = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed !== '') onChange(typed);
  });
  useLayoutEffect(() => take(), []);
}

/** Grows the field with its text in browsers without CSS `field-sizing`. */
function useFieldHeight(field: { current: HTMLTextAreaElement | null }, text: string): void {
  useEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    if (text !== '') element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}

function placeholderOf(attachmentCount: number, mentionable: Mentionable | null): string {
  if (attachmentCount > 0) return 'Add a message';
  const named = mentionable === null ? 'files' : 'people and files';
  return `Ask the agent. @ for ${named}, / for prompts`;
}
