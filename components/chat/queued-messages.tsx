import type { QueuedItem, ToolCallState } from '../../lib/core/conversation-state.ts';
import { describeCall } from '../artifacts/describe-call.ts';
import { formatCount } from '../ui/format-number.ts';
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
    ...props.pending.map((item) => ({
      key: item.clientMessageId,
      name: props.memberName,
      text: item.text,
      given: item.given.length,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Queued messages">
      {rows.map(({ key, name, text, given }) => (
        <li key={key} className="queued">
          <span className="badge">queued</span>
          <span className="clip grow">
            <b className="strong">{name.split(' ')[0]}</b> {text}
          </span>
          {given > 0 && <span className="dim small">{formatCount(given, 'text')} given</span>}
        </li>
      ))}
    </ul>
  );
}

function rowOf(item: QueuedItem, toolCalls: Readonly<Record<string, ToolCallState>>) {
  if (item.kind === 'user') {
    const { messageId, author, content, attachments } = item;
    return { key: messageId, name: author.name, text: content, given: attachments.length };
  }
  const call = toolCalls[item.toolCallId];
  const what = call ? describeCall(call.toolName, call.arguments) : 'a call';
  return { key: item.runId, name: item.by.name, text: `runs ${what} again`, given: 0 };
}
