import type { Attachment, ToolTelemetry } from '../vocabulary/events.ts';
import type { ThreadItem, UserItem } from './thread-items.ts';

/** An attachment whose assistant view the model reads, and its message. */
export interface AttachedView {
  message: UserItem;
  attachment: Attachment & { telemetry: ToolTelemetry };
}

/** The first message with which a view of this artifact was sent. */
export function attachedViewOf(items: readonly ThreadItem[], artifactId: string): AttachedView | null {
  for (const message of items) {
    if (message.kind !== 'user') continue;
    const attachment = message.attachments.find((one) => one.artifactId === artifactId && hasView(one));
    if (attachment && hasView(attachment)) return { message, attachment };
  }
  return null;
}

export const hasView = (attachment: Attachment): attachment is AttachedView['attachment'] =>
  attachment.as === 'view' && attachment.telemetry !== undefined;
