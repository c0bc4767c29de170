import type { QueuedItem, ToolCallState } from '../../lib/core/conversation-state.ts';
import { describeCall } from '../artifacts/describe-call.ts';
import type { PendingMessage } from './use-outbox.ts';

/** What waits for the run that is going on, in the order it will be taken. */
export function QueuedMessages(props: {
  queued: readonly QueuedItem[];
  toolCalls: Readonly<Record<string, ToolCallState>>;
  pending: readonly PendingMessage[];
  memberName: string;
}) {
  const rows = [
    ...props.queued.map((item) => rowOf(item, props.toolCalls)),
    ...props.pending.map((item) => ({ key: item.clientMessageId, name: props.memberName, text: item.text })),
  ];
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Queued messages">
      {rows.map(({ key, name, text }) => (
        <li key={key} className="queued">
          <span className="badge">queued</span>
          <span className="clip grow">
            <b className="strong">{name.split(' ')[0]}</b> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

function rowOf(item: QueuedItem, toolCalls: Readonly<Record<string, ToolCallState>>) {
  if (item.kind === 'user') return { key: item.messageId, name: item.author.name, text: item.content };
  const call = toolCalls[item.toolCallId];
  const what = call ? describeCall(call.toolName, call.arguments) : 'a call';
  return { key: item.runId, name: item.by.name, text: `runs ${what} again` };
}
