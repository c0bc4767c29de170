import { CircleAlert, CircleStop } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NoticeItem } from '#lib/core/conversation/thread-items.ts';
import { Icon } from '../ui/icon.tsx';

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
      `${error?.message ?? 'The server stopped while it was working.'} The work done so far is kept.`,
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
    text: 'The work done so far is kept. Tell the agent how to go on.',
    retry: null,
  },
  budget: {
    tone: 'warn',
    title: (notice) => notice.error?.message ?? 'The budget is used up.',
    text: 'The run stopped after its current step. The work done so far is kept.',
    retry: null,
  },
};

/** A run that did not end well: what happened, what still applies, and what to do. */
export function RunNotice(props: {
  notice: NoticeItem;
  onRetry: (() => void) | null;
  /** Of an answer that is nothing but this notice: its versions, and what can be done with it. */
  tools: ReactNode;
  /** Further actions. */
  children?: ReactNode;
}) {
  const { notice, onRetry } = props;
  const { tone, title, text, retry } = words[notice.outcome];
  return (
    <article className="msg" aria-label="How the run ended">
      <div className={`note ${tone}`.trim()}>
        <Icon of={tone === 'bad' ? CircleAlert : CircleStop} />
        <div className="grow">
          <b className="strong">{title(notice)}</b>
          <br />
          <span className="mid">{typeof text === 'string' ? text : text(notice)}</span>
          {retry && onRetry && (
            <>
              <br />
              <button type="button" className="link" onClick={onRetry}>
                {retry}
              </button>
            </>
          )}
          {props.children}
        </div>
        {props.tools}
      </div>
    </article>
  );
}
