import { CircleAlert, CircleStop } from 'lucide-react';
import { type MouseEvent, type ReactNode, use, useState } from 'react';
import { obstacleTo } from '#lib/core/conversation/continuable.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { continuationOf } from '#lib/core/conversation/reduce/queued.ts';
import type { NoticeItem } from '#lib/core/conversation/thread-items.ts';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';
import { MessageControlsContext } from './messages/message-controls.ts';

interface Words {
  tone: '' | 'warn' | 'bad';
  title: (notice: NoticeItem) => string;
  text: string | ((notice: NoticeItem) => string);
  retry: string | null;
}

const words: Record<NoticeItem['outcome'], Words> = {
  failed: {
    tone: 'bad',
    title: (notice) => notice.error?.message ?? 'The run failed.',
    text: 'The work done so far is kept.',
    retry: 'Try again',
  },
  interrupted: {
    tone: 'warn',
    title: () => 'The run was interrupted.',
    text: ({ error }) =>
      `${error?.message ?? 'The server stopped while it was working.'} The work done so far is kept; a call that was cut off may have changed something.`,
    retry: 'Try again',
  },
  aborted: {
    tone: '',
    title: ({ stoppedBy }) => (stoppedBy ? `Stopped by ${stoppedBy.name}.` : 'Stopped.'),
    text: 'Changes already made are kept.',
    retry: 'Send again',
  },
  step_limit: {
    tone: 'warn',
    title: () => 'The run reached its step limit.',
    text: 'The work done so far is kept. Continue it, or tell the agent how to go on.',
    retry: null,
  },
  budget: {
    tone: 'warn',
    title: (notice) => notice.error?.message ?? 'The budget is used up.',
    text: 'The run stopped after its current step. The work done so far is kept.',
    retry: null,
  },
};

/** What would end it again: something else has to change first. */
const needsOther: ReadonlySet<string> = new Set(['model_missing', 'workspace_missing', 'workspace_closed']);

/** A run that did not end well: what happened, what still applies, and what to do. */
export function RunNotice(props: {
  notice: NoticeItem;
  onRetry: (() => void) | null;
  state: ConversationState;
  /** Of an answer that is nothing but this notice: its versions, and what can be done with it. */
  tools: ReactNode;
  /** Further actions. */
  children?: ReactNode;
}) {
  const { notice, onRetry, state } = props;
  const { tone, title, text, retry } = words[notice.outcome];
  const continuation = continuationOf(state.runs, notice.runId);
  const isOpen = !needsOther.has(notice.error?.code ?? '') && obstacleTo(state, notice.runId) === null;
  return (
    <article className="msg" aria-label="How the run ended" tabIndex={-1}>
      <div className={`note ${tone}`.trim()}>
        <Icon of={tone === 'bad' ? CircleAlert : CircleStop} />
        <div className="grow">
          <b className="strong">{title(notice)}</b>
          <br />
          <span className="mid">{typeof text === 'string' ? text : text(notice)}</span>
          {continuation && (
            <>
              <br />
              <span className="mid" role="status">
                {continuation.isAutomatic
                  ? 'Continued automatically.'
                  : `Continued by ${continuation.askedBy.name}.`}
              </span>
            </>
          )}
          {!continuation && (isOpen || (retry && onRetry)) && (
            <span className="note-acts">
              {isOpen && <ContinueButton runId={notice.runId} />}
              {retry && onRetry && (
                <button type="button" className="link" onClick={onRetry}>
                  {retry}
                </button>
              )}
            </span>
          )}
          {props.children}
        </div>
        {props.tools}
      </div>
    </article>
  );
}

/** Goes on with a run from its last finished step. */
function ContinueButton({ runId }: { runId: string }) {
  const { conversationId } = use(MessageControlsContext);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) return;
    // The button goes as soon as the run goes on.
    event.currentTarget.closest('article')?.focus();
    setIsBusy(true);
    const result = await sendJson('POST', `/api/conversations/${conversationId}/runs/${runId}/continue`);
    setIsBusy(result.ok);
    setError(result.ok ? null : result.error);
  };
  return (
    <>
      <button type="button" className="link" aria-disabled={isBusy} onClick={(event) => void ask(event)}>
        Continue
      </button>
      {error && (
        <span className="bad" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
