'use client';

import { CircleHelp } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { sendJson } from '#components/ui/request-json.ts';
import { TimeText } from '#components/ui/time-text.tsx';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { Elicitation, ElicitationAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { CardHead } from '../cards/card-head.tsx';
import { useWork } from '../context/work-context.tsx';
import { ElicitationInput } from './elicitation-input.tsx';
import { contentOf } from './elicitation-values.ts';

/** What an MCP server asks people during a call, as a form. */
export function ElicitationCard({ call, elicitation }: { call: ToolCallState; elicitation: Elicitation }) {
  const { conversationId, isTeam } = useWork();
  const { id, server, message, fields, timestamp } = elicitation;
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (answer: Omit<ElicitationAnswer, 'id'>) => {
    setIsSending(true);
    setError(null);
    const url = `/api/conversations/${conversationId}/elicitations/${encodeURIComponent(call.toolCallId)}`;
    const result = await sendJson('POST', url, { id, ...answer });
    // After a successful answer the buttons stay disabled until the thread shows it.
    if (result.ok) return;
    setIsSending(false);
    setError(result.error);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send({ action: 'accept', content: contentOf(fields, new FormData(event.currentTarget)) });
  };
  return (
    <article className="card asks" data-card tabIndex={-1} aria-label={`${server} asks you`}>
      <CardHead
        icon={CircleHelp}
        title={`${server} asks you`}
        titleKind="words"
        meta={
          <span className="asks-policy">
            for <span className="mono">{toolLabel(call.toolName)}</span>
          </span>
        }
      />
      <form onSubmit={submit}>
        <div className="card-body elicitation">
          <p>{message}</p>
          {fields.map((field) => (
            <ElicitationInput key={field.name} field={field} idPrefix={id} />
          ))}
        </div>
        {error && (
          <p className="card-more card-fault" role="alert">
            {error}
          </p>
        )}
        <footer className="card-label asks-foot">
          <span className="grow">
            Only {server} gets the answer: never enter a password.{' '}
            {isTeam ? 'Any member can answer' : 'The run waits'}, asked <TimeText iso={timestamp} />
          </span>
          <span className="asks-buttons">
            <button
              type="button"
              className="btn plain"
              disabled={isSending}
              onClick={() => void send({ action: 'cancel' })}
            >
              Skip
            </button>
            <button
              type="button"
              className="btn"
              disabled={isSending}
              onClick={() => void send({ action: 'decline' })}
            >
              Do not answer
            </button>
            <button type="submit" className="btn primary" disabled={isSending}>
              Answer
            </button>
          </span>
        </footer>
      </form>
    </article>
  );
}
