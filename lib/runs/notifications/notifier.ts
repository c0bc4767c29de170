import { notificationOf, notifies } from '#lib/core/conversation/notifications-of.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
import type { Notification } from '#lib/core/vocabulary/notifications/notification.ts';
import type { EventStore, Stores } from '#lib/stores/stores.ts';
import type { ReadState } from '../state-reader.ts';

/** Notifies of each event once: the process that appends it does. */
export interface Notifier {
  /** The same store; what is appended is followed. */
  followed(events: EventStore): EventStore;
  /** Resolves once nothing is being passed on. */
  settled(): Promise<void>;
}

export function createNotifier(
  { conversations }: Pick<Stores, 'conversations'>,
  readState: ReadState,
  {
    isWanted,
    listAdmins,
    notify,
    onError,
  }: {
    /** Whether anybody wants to know. */
    isWanted: () => Promise<boolean>;
    listAdmins: () => Promise<readonly { id: string; name: string }[]>;
    notify: (notification: Notification, conversation: Conversation) => Promise<void>;
    onError: (error: unknown) => void;
  },
): Notifier {
  const working = new Set<Promise<void>>();
  const passOn = async (id: string, events: readonly Omit<ConversationEvent, 'id'>[]): Promise<void> => {
    if (!(await isWanted())) return;
    const conversation = await conversations.get(id);
    // The recorded example is played by nobody.
    if (conversation === null || conversation.recordedAt !== undefined) return;
    const state = await readState(id);
    const admins = (await listAdmins()).map((admin) => ({ id: admin.id, name: admin.name }));
    for (const event of events) {
      const notification = notificationOf(event, state, id, admins);
      if (notification !== null) await notify(notification, conversation);
    }
  };
  const follow = (id: string, events: readonly Omit<ConversationEvent, 'id'>[]): void => {
    const asking = events.filter(notifies);
    if (asking.length === 0) return;
    const work = passOn(id, asking).catch(onError);
    working.add(work);
    void work.then(() => working.delete(work));
  };
  return {
    followed: (events) => ({
      ...events,
      async append(id, added, options) {
        const result = await events.append(id, added, options);
        if (result.status === 'appended' && !options?.isCopy) follow(id, added);
        return result;
      },
      async appendLive(id, added, options) {
        await events.appendLive(id, added, options);
        follow(id, added);
      },
    }),
    async settled() {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
