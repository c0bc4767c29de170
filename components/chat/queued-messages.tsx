import type { QueuedItem, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { describeCall } from '../artifacts/text/describe-call.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { QueuedRow } from './queued-row.tsx';
import type { PendingMessage } from './use-outbox.ts';

const QueuedMessage = lazyComponent(
  async () => (await import('./queued-message.tsx')).QueuedMessage,
  ({ item }) => (
    <QueuedRow
      name={item.author.name}
      text={item.content}
      attachmentCount={item.attachments.length}
      isUrgent={item.isUrgent}
    />
  ),
);

/** Messages queued behind the active run, in the order they will be taken. */
export function QueuedMessages(props: {
  conversationId: string;
  queued: readonly QueuedItem[];
  toolCalls: Readonly<Record<string, ToolCallState>>;
  pending: readonly PendingMessage[];
  member: { id: string; name: string };
}) {
  const { queued, toolCalls, pending, member } = props;
  if (queued.length === 0 && pending.length === 0) return null;
  return (
    <PartBoundary>
      <ul aria-label="Queued messages">
        {queued.map((item) =>
          item.kind === 'user' ? (
            <QueuedMessage
              key={item.messageId}
              conversationId={props.conversationId}
              item={item}
              isOwn={item.author.id === member.id}
            />
          ) : (
            <QueuedRow key={item.runId} name={item.by.name} text={whatOf(item, toolCalls)} />
          ),
        )}
        {pending.map(({ clientMessageId, text, attachments }) => (
          <QueuedRow
            key={clientMessageId}
            name={member.name}
            text={text}
            attachmentCount={attachments.length}
          />
        ))}
      </ul>
    </PartBoundary>
  );
}

function whatOf(
  item: Exclude<QueuedItem, UserItem>,
  toolCalls: Readonly<Record<string, ToolCallState>>,
): string {
  if (item.kind === 'regenerate') return 'asks for another answer';
  if (item.kind === 'continue') return 'continues the run';
  const call = toolCalls[item.toolCallId];
  return `runs ${call ? describeCall(call.toolName, call.arguments) : 'a call'} again`;
}
