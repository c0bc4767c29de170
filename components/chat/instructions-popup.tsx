'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ConversationInstructions } from '#lib/core/api/conversation-instructions.ts';
import { limits } from '#lib/core/limits.ts';
import { SeenText } from '../artifacts/cards/seen-text.tsx';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useFormRequest } from '../ui/use-form-request.ts';
import { useResource } from '../ui/use-resource.ts';

interface Props {
  conversationId: string;
  onClose: () => void;
}

/** The custom instructions of a conversation: of the team, of a file in the workspace, and its own, which can be changed. */
export function InstructionsPopup({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <DialogPopup title="Instructions" isOpen={isOpen} size="wide" onClose={props.onClose}>
      {isOpen && <Loaded {...props} />}
    </DialogPopup>
  );
}

function Loaded({ conversationId, onClose }: Props) {
  const url = `/api/conversations/${conversationId}/instructions`;
  const { value, failure, reload } = useResource<ConversationInstructions>(url);
  const [error, setError] = useState<string | null>(null);
  const readAgain = async () => {
    const result = await sendJson<ConversationInstructions>('PATCH', url, { readAgain: true });
    setError(result.ok ? null : result.error);
    if (result.ok) reload();
  };
  if (value === null) {
    return (
      <div className="in">
        {failure ? <p className="bad">{failure.error}</p> : <p className="dim small">Loading…</p>}
      </div>
    );
  }
  return (
    <>
      <div className="in">
        <Sources instructions={value} onReadAgain={() => void readAgain()} />
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <OwnForm own={value.own} url={url} onSaved={onClose} />
    </>
  );
}

function Sources(props: { instructions: ConversationInstructions; onReadAgain: () => void }) {
  const { sources, readAt, readBy, isOutdated } = props.instructions;
  return (
    <section className="instruction-sources" aria-label="Of the team and the workspace">
      <p className="dim small">
        {sources.length === 0
          ? 'No instructions from the team or the workspace.'
          : readAt === null
            ? 'Read with the first message, for all of the conversation.'
            : 'What the model reads in this conversation.'}
        {readAt !== null && readBy !== null && (
          <>
            {' '}
            Read again by {readBy.name} at <TimeText iso={readAt} />.
          </>
        )}
      </p>
      {sources.map(({ kind, name, content, tokens, cutFromBytes }) => (
        <details key={kind} className="instruction-source">
          <summary>
            <Icon of={ChevronRight} isSmall />
            <span className="grow">{kind === 'team' ? 'Of the team' : <code>{name}</code>}</span>
            <span className="dim small">
              {formatCount(tokens, 'token')}
              {cutFromBytes !== undefined && `, the start of ${formatNumber(cutFromBytes)} bytes`}
            </span>
          </summary>
          <div className="reverse">
            <SeenText text={content} />
          </div>
        </details>
      ))}
      {isOutdated && (
        <div className="note" role="note">
          <span className="grow">The team or the workspace has other instructions now.</span>
          <button type="button" className="btn is-small" onClick={props.onReadAgain}>
            Use them here
          </button>
        </div>
      )}
    </section>
  );
}

function OwnForm(props: { own: ConversationInstructions['own']; url: string; onSaved: () => void }) {
  // As they were when somebody began to write over them: they may be read again below it.
  const [replaced, setReplaced] = useState<Pick<ConversationInstructions, 'own'> | null>(null);
  const { own } = replaced ?? props;
  const id = useId();
  const { submit, isBusy, error } = useFormRequest(
    (form) =>
      sendJson<ConversationInstructions>('PATCH', props.url, {
        own: String(form.get('own') ?? ''),
        replaced: own?.changedAt ?? null,
      }),
    props.onSaved,
  );
  return (
    <form onSubmit={submit}>
      <div className="in">
        <div>
          <label className="lab" htmlFor={id}>
            Of this conversation
            {own && ` · ${formatCount(own.tokens, 'token')}, by ${own.by.name}`}
          </label>
          <textarea
            id={id}
            name="own"
            className="text-area"
            rows={5}
            maxLength={limits.instructionCharacters}
            placeholder="Answer in French. Change nothing under migrations/."
            defaultValue={own?.content}
            onChange={() => setReplaced((before) => before ?? { own: props.own })}
          />
        </div>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">From the next message on, for everybody here.</span>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          Save
        </button>
      </footer>
    </form>
  );
}
