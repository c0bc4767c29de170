import type { UserItem } from '../../lib/core/conversation-state.ts';
import type { PendingMessage } from './use-outbox.ts';

/** What waits for the run that is going on, in the order it will be taken. */
export function QueuedMessages(props: {
  queued: readonly UserItem[];
  pending: readonly PendingMessage[];
  memberName: string;
}) {
  const rows = [
    ...props.queued.map((item) => ({ key: item.messageId, name: item.author.name, text: item.content })),
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
