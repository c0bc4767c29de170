import type { NotificationKind } from '#lib/core/vocabulary/notifications/notification.ts';

/** What a webhook can be sent, for display. */
export const kindWords: Readonly<Record<NotificationKind, { label: string; note: string }>> = {
  mention: { label: 'Mentions', note: 'Somebody is named in a message.' },
  approval: { label: 'Approvals', note: 'A call, or a question of a server, waits for an answer.' },
  run_ended: { label: 'Ended runs', note: 'Done, failed, or stopped.' },
};
